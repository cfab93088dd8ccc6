import type { texts as english } from '../../en/platforms/twitter.ts'
import type { PlatformIn } from '../../parts.ts'

export const texts: PlatformIn<'es', typeof english> = {
  intro:
    'Vídeos, GIF y fotos de publicaciones públicas en X, el antiguo Twitter. Pega la dirección de la publicación y elige de la lista.',
  linkForms: [
    'twitter.com/name/status/1234567890',
    'x.com/name/status/1234567890',
    'www.x.com/name/status/1234567890/video/2 – el segundo vídeo de una publicación',
    'x.com/i/status/1234567890 – sin el nombre',
    'x.com/i/spaces/… – un Space que se grabó',
    't.co/… – el enlace corto dentro de una publicación o un mensaje',
  ],
  notice:
    'Las publicaciones marcadas como delicadas solo se muestran a miembros, y también las de cuentas protegidas. Ninguna se puede obtener desde aquí.',
  features: [
    {
      title: 'Tres tipos de contenido',
      text: 'Vídeo en MP4, imágenes animadas en MP4 o GIF, imágenes fijas en JPG: lo que hay en una publicación se muestra según lo que es.',
    },
    {
      title: 'Todo lo de la publicación',
      text: 'Una publicación puede tener hasta cuatro vídeos y fotos. Se muestran todos y tú eliges.',
    },
    {
      title: 'Entiende los espejos',
      text: 'Las direcciones de fxtwitter, vxtwitter y fixupx, como se comparten en chats, llevan a la misma publicación.',
    },
    {
      title: 'Empieza solo',
      text: 'Abre esta página desde un enlace con la dirección de una publicación (?url=…) y los formatos se buscan en el acto.',
    },
  ],
  tips: [
    'Usa Compartir y luego Copiar enlace bajo la propia publicación: en un hilo, la barra de direcciones puede ser de otra.',
    'Citar el vídeo de alguien no lo copia, así que abre la publicación citada y toma su dirección.',
    '¿Envías un GIF por mensaje? Elige MP4: pesa muchas veces menos y se mueve igual.',
    'Una emisión se puede tomar cuando termina, si su autor dejó la repetición.',
  ],
  questions: [
    {
      question: '¿Siguen funcionando los enlaces de twitter.com?',
      answer:
        'Sí. twitter.com, mobile.twitter.com y x.com llevan a la misma publicación, y la buscamos con el nombre más nuevo.',
    },
    {
      question: '¿Cuál es la mejor calidad en X?',
      answer:
        'Como máximo 1080p. X reduce todo lo subido a unos pocos tamaños; la lista muestra los de tu publicación, cada uno con su resolución.',
    },
    {
      question: '¿Por qué mi GIF de X no tiene sonido?',
      answer:
        'Nunca lo tuvo: X quita el sonido cuando se publica como GIF. Para un vídeo con sonido, su autor tiene que haber subido un vídeo.',
    },
    {
      question: '¿Cómo obtengo las fotos de una publicación en X?',
      answer:
        'Pega la publicación. Si tiene imágenes, se muestran en JPG, una a una; una publicación solo con texto no tiene nada que guardar.',
    },
    {
      question: '¿Puedo descargar de una cuenta protegida en X?',
      answer:
        'No, aunque la sigas. Sus publicaciones se muestran a seguidores aprobados que han iniciado sesión, y nosotros pedimos como desconocidos.',
    },
    {
      question: '¿Puedo quedarme un Space de X?',
      answer:
        'Si quien lo hizo eligió grabarlo y ha terminado, sí, como audio. Un Space en curso responde que está en directo, y uno sin grabar ya no está.',
    },
  ],
}
