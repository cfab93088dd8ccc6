import type { texts as english } from '../../en/platforms/bilibili.ts'
import type { PlatformIn } from '../../parts.ts'

export const texts: PlatformIn<'es', typeof english> = {
  intro:
    'Guarda un vídeo público de Bilibili con su enlace o con el mensaje entero que la aplicación deja en tu portapapeles. Imagen y sonido se unen; los comentarios que pasan por encima se quedan fuera.',
  linkForms: [
    'bilibili.com/video/BV… – la dirección habitual',
    'bilibili.com/video/av… – los números antiguos',
    'm.bilibili.com/video/… – el sitio móvil',
    'b23.tv/… – el enlace corto de la aplicación',
    'bilibili.com/bangumi/play/ep… – un episodio gratuito de una serie',
    'bilibili.com/video/BV…?p=3 – la tercera parte de un vídeo',
    'bilibili.tv/…/video/… – el sitio internacional',
    '【título】 https://b23.tv/… – el mensaje completo de la aplicación',
  ],
  notice:
    'Sin cuenta, Bilibili muestra la mayoría de los vídeos en 480p, algunos en más. También frena o rechaza un rato a los servidores de fuera de China cuando piden mucho.',
  features: [
    {
      title: 'Pega el mensaje',
      text: 'Título entre corchetes, enlace, unas palabras en chino: pega el mensaje entero y el enlace se saca de él.',
    },
    {
      title: 'Sin danmaku en la imagen',
      text: 'El reproductor de Bilibili dibuja los comentarios que vuelan. No son parte del archivo, así que el tuyo está limpio.',
    },
    {
      title: 'Parte por parte',
      text: 'Un vídeo en varias partes las muestra todas. Se abre en la que tu enlace nombra con «p=», y si no, en la primera.',
    },
    {
      title: 'Servidores de Bilibili',
      text: 'Los servidores de Bilibili solo responden a peticiones que nombran su propia página. De eso nos ocupamos en la vista previa y la descarga.',
    },
  ],
  tips: [
    'En el móvil: Compartir, Copiar enlace (分享 → 复制链接), y pega aquí sin recortar nada.',
    'Para otra parte de una serie, cambia antes a ella; la dirección lleva entonces su número.',
    'Cuando Bilibili ofrece un tamaño en H.264, HEVC y AV1, obtienes H.264, porque los aparatos antiguos solo conocen ese.',
    'Si llega una respuesta de «demasiadas peticiones», espera cinco minutos; pegar otra vez enseguida lo alarga.',
  ],
  questions: [
    {
      question: '¿Por qué de Bilibili obtengo solo 480p?',
      answer:
        'Porque los invitados no reciben más de ese vídeo. 720p y más se abren al iniciar sesión, y los pasos más finos con una suscripción de pago; no tenemos ninguna de las dos cosas.',
    },
    {
      question: '¿Puedo pegar el texto que copia la aplicación de Bilibili?',
      answer:
        'Sí, entero. Los corchetes, emojis y signos anchos alrededor del enlace no estorban. Si en el texto no hay ningún enlace, se te dice.',
    },
    {
      question: '¿Qué diferencia hay entre los números BV y av?',
      answer:
        'Solo la edad. Hasta 2020 Bilibili contaba sus vídeos como av más cifras; desde entonces cada uno tiene también un código BV. Ambos llevan al mismo vídeo.',
    },
    {
      question: '¿Se pueden las series de anime y drama de Bilibili?',
      answer:
        'Los episodios sueltos gratuitos sí, por su dirección ep. Los que son para miembros y los limitados a China continental los rechaza el propio Bilibili.',
    },
    {
      question: '¿Vienen subtítulos y danmaku de Bilibili?',
      answer:
        'De bilibili.com no: allí ambos son datos junto al vídeo, y los subtítulos son para miembros. Lo que se incrustó en la imagen antes de subirlo está ahí, claro.',
    },
    {
      question: '¿Puedo guardar solo el sonido de un vídeo de Bilibili?',
      answer:
        'Sí: en M4A, que es el propio AAC de Bilibili sin cambios, o en MP3. Las pistas Hi-Res y Dolby son de los miembros y no aparecen.',
    },
    {
      question: '¿Cómo obtengo todas las partes de un vídeo de Bilibili?',
      answer: 'Se muestran al pegar el enlace del vídeo. Elige entre ellas; cada parte es un archivo propio.',
    },
    {
      question: '¿Son iguales los enlaces de bilibili.tv, el sitio internacional?',
      answer:
        'También funcionan, pero es un catálogo aparte con sus propias regiones. Un vídeo de un sitio falta a menudo en el otro.',
    },
    {
      question: '¿Por qué no funciona una sala de directo de Bilibili?',
      answer: 'Una sala no tiene final mientras emite. Muchos suben después una grabación; pega ese vídeo.',
    },
  ],
}
