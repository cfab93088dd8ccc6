import type { texts as english } from '../../en/platforms/soundcloud.ts'
import type { PlatformIn } from '../../parts.ts'

export const texts: PlatformIn<'es', typeof english> = {
  intro:
    'Guarda una pista pública de SoundCloud en la forma en que SoundCloud la transmite, o en MP3 con artista, título y portada dentro.',
  linkForms: [
    'soundcloud.com/artist/track',
    'soundcloud.com/artist/track/s-… – una pista privada compartida con su enlace secreto',
    'soundcloud.com/artist/sets/… – un set: se muestran sus pistas, de cien en cien',
    'm.soundcloud.com/artist/track – el sitio móvil',
    'on.soundcloud.com/… – del botón de compartir de la aplicación',
    'snd.sc/… – antiguos enlaces cortos',
    'w.soundcloud.com/player/?url=… – el reproductor de otro sitio',
  ],
  notice:
    'Las pistas de SoundCloud Go+ y mucho de lo que publican los sellos están protegidos con DRM y no se pueden guardar; la página lo dice. Donde SoundCloud da solo un avance, obtienes ese avance, y está marcado como tal.',
  features: [
    {
      title: 'Formatos que puede tener',
      text: 'AAC a unos 160 kbps, transmitido en trozos. MP3 a 128 kbps. En algunas subidas antiguas, Opus a 64 kbps.',
    },
    {
      title: 'Formatos que hacemos',
      text: 'El flujo AAC unido en un M4A, sin cambios. MP3 de 128, 192, 256 o 320 kbps a partir del mejor flujo que haya.',
    },
    {
      title: 'Una portada que encaja',
      text: 'La portada cuadrada va en el archivo en su tamaño grande, y quien la subió figura como artista.',
    },
    {
      title: 'Respeta lo secreto',
      text: 'Una pista privada se abre para quien tenga su enlace secreto. Conserva la parte «s-…»; nadie más la sabe por nosotros.',
    },
  ],
  tips: [
    'Cuando el artista ofrece un botón de descarga en SoundCloud, usa ese: puede ser el máster WAV o FLAC.',
    'El enlace de un set muestra sus pistas para elegir. Un perfil o una página de «me gusta» se rechaza con una indicación.',
    'Las mezclas largas van bien, hasta {maxDuration}; elige M4A para ahorrarte la espera de la conversión.',
    'Mira la licencia bajo una pista. Creative Commons te dice qué puedes hacer con tu copia.',
  ],
  questions: [
    {
      question: '¿Por qué algunas pistas de SoundCloud no se pueden guardar?',
      answer:
        'Quienes tienen los derechos eligieron DRM, una suscripción Go+ o ciertos países. SoundCloud da entonces a un invitado un flujo cifrado, un fragmento o nada.',
    },
    {
      question: '¿Suena mejor una pista de SoundCloud a 320 kbps?',
      answer:
        'No. No puede contener más que el flujo del que se hizo. Está para quienes tienen un programa que lo exige.',
    },
    {
      question: '¿Puedo descargar una lista o un álbum de SoundCloud?',
      answer:
        'Sus pistas, sí. Pega una dirección con «/sets/», marca las pistas que quieras y guárdalas en un ZIP.',
    },
    {
      question: '¿Qué formato de SoundCloud se acerca más a lo subido?',
      answer:
        'El flujo AAC. SoundCloud lo hizo a partir de lo subido, y unir sus trozos en un M4A no cambia nada del sonido.',
    },
    {
      question: '¿Están artista, título y portada en el archivo de SoundCloud?',
      answer:
        'Sí, en los MP3 que hacemos. Un MP3 ya hecho viene como SoundCloud lo guarda, a menudo con pocos datos o ninguno.',
    },
    {
      question: '¿Funcionan los enlaces privados de SoundCloud?',
      answer:
        'Si te dieron el enlace con su parte secreta, sí. Una pista privada sin ese enlace solo la ve su dueño.',
    },
    {
      question: '¿Por qué una mezcla de SoundCloud tarda más que una canción?',
      answer:
        'Una mezcla de dos horas llega en cientos de trozos de diez segundos y, para MP3, se calcula entera. La barra muestra por dónde va.',
    },
    {
      question: '¿Puedo usar una pista de SoundCloud en mi vídeo?',
      answer:
        'Eso es entre tú y su artista. Escuchar sin conexión es una cosa; publicarla otra vez necesita una licencia, que una descarga no da.',
    },
  ],
}
