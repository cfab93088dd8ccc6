import type { texts as english } from '../en/links.ts'
import type { In } from '../shape.ts'

export const texts: In<'es', typeof english> = {
  empty: 'Introduce la URL de un vídeo',
  invalid: 'Introduce una URL válida (debe incluir http:// o https://)',
  blob: 'Introduce una URL válida (un enlace blob: solo funciona en la pestaña de la que viene; pega el enlace de la página)',
  tooLong: 'Introduce una URL válida (esta es demasiado larga)',
  user: 'Introduce una URL válida (no se aceptan enlaces con usuario o contraseña, ni feeds protegidos)',
  site: 'Introduce una URL válida (la dirección del sitio no es válida)',
  notPublic: 'Introduce una URL válida (debe llevar a un sitio público)',
  port: 'Introduce una URL válida (no se aceptan enlaces con número de puerto)',
  characters: 'Introduce una URL válida (contiene caracteres que no puede haber en un enlace)',
  switchedOff: '{name} no acepta enlaces de {platform}. Prueba otra plataforma.',
  platforms: {
    youtube: 'Introduce una URL válida de YouTube (youtube.com o youtu.be)',
    tiktok: 'Introduce una URL válida de TikTok (tiktok.com o vm.tiktok.com)',
    twitter: 'Introduce una URL válida de Twitter/X (twitter.com o x.com con /status/)',
    facebook: 'Introduce una URL válida de Facebook (facebook.com, fb.watch o m.facebook.com)',
    instagram: 'Introduce una URL válida de Instagram (instagram.com)',
    vimeo:
      'Introduce una URL válida de Vimeo (p. ej., vimeo.com/123456789, player.vimeo.com/video/123456789)',
    bilibili:
      'Introduce una URL válida de Bilibili o pega el mensaje completo de la aplicación que la contiene (bilibili.com o b23.tv)',
    xiaohongshu:
      'Introduce una URL válida de Xiaohongshu o pega el mensaje completo de RedNote que la contiene (xiaohongshu.com o xhslink.com)',
    apple_podcasts: 'Introduce una URL válida de Apple Podcasts (podcasts.apple.com o itunes.apple.com)',
    soundcloud: 'Introduce una URL válida de SoundCloud (soundcloud.com o snd.sc)',
    tunein: 'Introduce una URL válida de TuneIn (tunein.com)',
    playerfm: 'Introduce una URL válida de Player.FM (player.fm)',
    castbox: 'Introduce una URL válida de Castbox (castbox.fm)',
    xiaoyuzhou: 'Introduce una URL válida de Xiaoyuzhou FM (xiaoyuzhoufm.com)',
  },
  noLink: {
    bilibili: 'Introduce una URL válida de Bilibili o un mensaje de su aplicación que contenga una URL',
    xiaohongshu: 'Introduce una URL válida de Xiaohongshu o un mensaje de RedNote que contenga una URL',
  },
  lists: {
    album: 'Este enlace lleva a un álbum.',
    channel: 'Este enlace lleva a un canal.',
    events: 'Este enlace lleva a una lista de eventos.',
    group: 'Este enlace lleva a un grupo.',
    home: 'Este enlace lleva a una página de inicio.',
    list: 'Este enlace lleva a una lista.',
    offers: 'Este enlace lleva a una lista de ofertas.',
    picture: 'Este enlace lleva a una imagen.',
    playlist: 'Este enlace lleva a una lista de reproducción.',
    podcast: 'Este enlace lleva a un pódcast.',
    post: 'Este enlace lleva a una publicación sin vídeo.',
    profile: 'Este enlace lleva a un perfil.',
    series: 'Este enlace lleva a una serie.',
    show: 'Este enlace lleva a un programa.',
    showcase: 'Este enlace lleva a una selección de vídeos.',
  },
  one: {
    video: '{found} Pega el enlace de un vídeo.',
    episode: '{found} Pega el enlace de un episodio.',
    track: '{found} Pega el enlace de una pista.',
  },
}
