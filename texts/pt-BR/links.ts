import type { texts as english } from '../en/links.ts'
import type { In } from '../shape.ts'

export const texts: In<'pt-BR', typeof english> = {
  empty: 'Digite a URL de um vídeo',
  invalid: 'Digite uma URL válida (precisa incluir http:// ou https://)',
  blob: 'Digite uma URL válida (um link blob: só funciona na aba de onde veio; cole o link da página)',
  tooLong: 'Digite uma URL válida (esta é longa demais)',
  user: 'Digite uma URL válida (links com usuário ou senha não são aceitos, nem feeds protegidos)',
  site: 'Digite uma URL válida (o endereço do site nela não é válido)',
  notPublic: 'Digite uma URL válida (precisa levar a um site público)',
  port: 'Digite uma URL válida (links com número de porta não são aceitos)',
  characters: 'Digite uma URL válida (contém caracteres que não podem estar em um link)',
  switchedOff: 'O {name} não aceita links do {platform}. Tente outra plataforma.',
  platforms: {
    youtube: 'Digite uma URL válida do YouTube (youtube.com ou youtu.be)',
    tiktok: 'Digite uma URL válida do TikTok (tiktok.com ou vm.tiktok.com)',
    twitter: 'Digite uma URL válida do Twitter/X (twitter.com ou x.com com /status/)',
    facebook: 'Digite uma URL válida do Facebook (facebook.com, fb.watch ou m.facebook.com)',
    instagram: 'Digite uma URL válida do Instagram (instagram.com)',
    vimeo:
      'Digite uma URL válida do Vimeo (por exemplo, vimeo.com/123456789, player.vimeo.com/video/123456789)',
    bilibili:
      'Digite uma URL válida do Bilibili ou cole a mensagem completa do aplicativo que a contém (bilibili.com ou b23.tv)',
    xiaohongshu:
      'Digite uma URL válida do Xiaohongshu ou cole a mensagem completa do RedNote que a contém (xiaohongshu.com ou xhslink.com)',
    apple_podcasts: 'Digite uma URL válida do Apple Podcasts (podcasts.apple.com ou itunes.apple.com)',
    soundcloud: 'Digite uma URL válida do SoundCloud (soundcloud.com ou snd.sc)',
    tunein: 'Digite uma URL válida do TuneIn (tunein.com)',
    playerfm: 'Digite uma URL válida do Player.FM (player.fm)',
    castbox: 'Digite uma URL válida do Castbox (castbox.fm)',
    xiaoyuzhou: 'Digite uma URL válida do Xiaoyuzhou FM (xiaoyuzhoufm.com)',
  },
  noLink: {
    bilibili: 'Digite uma URL válida do Bilibili ou uma mensagem do aplicativo que contenha uma URL',
    xiaohongshu: 'Digite uma URL válida do Xiaohongshu ou uma mensagem do RedNote que contenha uma URL',
  },
  lists: {
    album: 'Este link leva a um álbum.',
    channel: 'Este link leva a um canal.',
    events: 'Este link leva a uma lista de eventos.',
    group: 'Este link leva a um grupo.',
    home: 'Este link leva a uma página inicial.',
    list: 'Este link leva a uma lista.',
    offers: 'Este link leva a uma lista de ofertas.',
    picture: 'Este link leva a uma imagem.',
    playlist: 'Este link leva a uma playlist.',
    podcast: 'Este link leva a um podcast.',
    post: 'Este link leva a um post sem vídeo.',
    profile: 'Este link leva a um perfil.',
    series: 'Este link leva a uma série.',
    show: 'Este link leva a um programa.',
    showcase: 'Este link leva a uma vitrine de vídeos.',
  },
  one: {
    video: '{found} Cole o link de um vídeo.',
    episode: '{found} Cole o link de um episódio.',
    track: '{found} Cole o link de uma faixa.',
  },
}
