import type { texts as english } from '../../en/platforms/xiaohongshu.ts'
import type { PlatformIn } from '../../parts.ts'

export const texts: PlatformIn<'es', typeof english> = {
  intro:
    'Quédate el vídeo o las imágenes de una nota pública de Xiaohongshu, conocida fuera de China como RedNote. Pega su enlace o el mensaje que copia la aplicación, con sus palabras en chino.',
  linkForms: [
    'xiaohongshu.com/explore/…?xsec_token=… – copiado con su token',
    'xiaohongshu.com/discovery/item/… – como se comparte desde la aplicación',
    'xhslink.com/… – el enlace corto',
    'rednote.com/explore/… – el nombre internacional',
    'xiaohongshu.com/user/profile/…/… – una nota abierta desde un perfil',
    '… 复制本条信息，打开【小红书】App … – el mensaje completo de la aplicación',
  ],
  notice:
    'Xiaohongshu muestra muchas notas solo a quien ha iniciado sesión, y un enlace sin su token se rechaza a menudo. Un enlace recién compartido desde la aplicación tiene más posibilidades.',
  features: [
    {
      title: 'Enlaces enteros',
      text: 'Los rastreadores de tu enlace se quitan y su «xsec_token» se conserva: sin él, el sitio responde con un formulario de inicio de sesión.',
    },
    {
      title: 'Sin logotipo en la esquina',
      text: 'Lo que guarda la aplicación lleva el logotipo y el número del autor. El archivo que reproduce el sitio web, no.',
    },
    {
      title: 'Cada copia una vez',
      text: 'Xiaohongshu nombra varios servidores para cada copia. Se muestran una vez.',
    },
  ],
  tips: [
    'En la aplicación: la flecha de arriba a la derecha y luego 复制链接 (Copiar enlace). Pega enseguida, porque estos enlaces envejecen.',
    'Una nota de imágenes funciona como un vídeo: pega su enlace y se muestra cada imagen.',
    'Los enlaces de un perfil o de la página Explorar llevan a muchas notas, así que abre la que quieres.',
  ],
  about: {
    title: 'Sobre Xiaohongshu y RedNote',
    paragraphs: [
      'Xiaohongshu (小红书, «pequeño libro rojo») es una aplicación china de notas sobre viajes, comida, ropa y vida diaria, fundada en Shanghái en 2013. Una nota es un conjunto de imágenes o un vídeo con un texto debajo. Fuera de China la aplicación se llama RedNote; las notas son las mismas.',
      'Su sitio web estuvo abierto a todos. Hoy, quien no tiene cuenta ve una nota sobre todo por un enlace que alguien compartió, y ese enlace lleva un token que acaba pasado un tiempo. Por eso esta página pide el mensaje de la aplicación y no una dirección escrita a mano.',
      'Los vídeos se guardan una vez en H.264 y, en las notas más nuevas, otra en HEVC, en vertical mucho más que en horizontal. Una nota sin vídeo es una galería, y sus imágenes se muestran una a una.',
    ],
  },
  questions: [
    {
      question: '¿Son lo mismo Xiaohongshu y RedNote?',
      answer:
        'Sí. RedNote es el nombre inglés de 小红书. Las direcciones de rednote.com y de xiaohongshu.com llevan a la misma nota, y la buscamos en el sitio chino.',
    },
    {
      question: '¿Por qué se rechaza mi enlace de Xiaohongshu si se abre en la aplicación?',
      answer:
        'La aplicación ha iniciado sesión, nuestro servidor no. Comparte la nota otra vez, lo que crea un token nuevo, y pega ese mensaje. Si vuelve a fallar, la nota es para miembros.',
    },
    {
      question: '¿Puedo pegar el texto chino que rodea un enlace de RedNote?',
      answer:
        'Sí, hazlo. Empieza por un número y termina con una invitación a abrir la aplicación; solo se lee la dirección xhslink que hay entre ambos.',
    },
    {
      question: '¿El vídeo de Xiaohongshu tiene marca de agua?',
      answer:
        'La copia que reproduce el sitio web no la tiene. Las pegatinas, los títulos y el nombre del autor en la imagen son del vídeo y se quedan.',
    },
    {
      question: '¿Cómo guardo las imágenes de una nota de Xiaohongshu?',
      answer:
        'Pega el enlace de la nota. Sus imágenes se muestran en el tamaño mayor que da el sitio; guarda una, o todas juntas en un ZIP.',
    },
    {
      question: '¿Qué resolución tienen los vídeos de Xiaohongshu?',
      answer:
        'Sobre todo 720p o 1080p, contados por el lado corto de una imagen vertical. Hay mayores donde el autor los subió, y no se amplía nada.',
    },
  ],
}
