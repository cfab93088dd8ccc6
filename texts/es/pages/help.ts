import type { texts as english } from '../../en/pages/help.ts'
import type { In } from '../../shape.ts'

export const texts: In<'es', typeof english> = {
  title: 'Centro de ayuda',
  lead: 'Respuestas sobre {name}. Si falta la tuya, escríbenos.',
  search: 'Buscar en la ayuda',
  found: {
    one: 'Resultados ({n} encontrado)',
    many: 'Resultados ({n} encontrados)',
    other: 'Resultados ({n} encontrados)',
  },
  notFound: 'Sin resultados para «{query}»',
  notFoundHint: 'Prueba otras palabras o mira las categorías de abajo',
  categoriesLabel: 'Categorías',
  quickLinks: 'Enlaces rápidos',
  cards: {
    mail: { title: 'Soporte por correo', text: 'Escribe a una persona.' },
    faq: { title: 'Preguntas', text: 'Las cinco más frecuentes.' },
    guide: { title: 'Guía de uso', text: 'Cada paso, para cada dispositivo.' },
  },
  contact: {
    title: '¿Sigues sin poder?',
    text: 'Un informe de error se abre en tu programa de correo con las preguntas que haríamos.',
    mail: 'Soporte por correo',
    bug: 'Informar de error',
  },
  mailSubject: 'Pregunta sobre {name}',
  bugSubject: 'Informe de error: {name}',
  bugQuestions: [
    '¿Qué pasó?',
    '¿Qué esperabas en su lugar?',
    'El enlace que pegaste (omite los privados):',
    'El formato que elegiste:',
    'El mensaje que viste:',
    'Fecha y hora, con tu zona horaria:',
    'Dispositivo y navegador:',
  ],
  categories: {
    start: {
      title: 'Primeros pasos',
      lead: 'Cómo empezar y qué esperar.',
      questions: [
        {
          question: '¿Cómo descargo un vídeo?',
          answer:
            'Copia el enlace del vídeo de la barra de direcciones o del botón de compartir de la aplicación, y pulsa Pegar en el inicio. Cuando aparezcan los formatos, pulsa Descargar; el archivo se guarda en cuanto está listo. Otras calidades están bajo el botón, y todos los demás formatos en Más. La <guide>guía de uso</guide> muestra cada paso para cada dispositivo.',
        },
        {
          question: '¿Necesito una cuenta, una aplicación o una extensión?',
          answer:
            'No. {name} funciona en el navegador, sin cuenta y sin instalar nada. Si una página te pide instalar un «ayudante» en nuestro nombre, no es nuestra.',
        },
        {
          question: '¿Es gratis?',
          answer:
            'Sí. No hay nivel de pago ni prueba. Donde se muestran anuncios, están marcados, aparecen solo si has permitido las cookies de publicidad, y nada depende de ellos.',
        },
        {
          question: '¿Qué plataformas son compatibles?',
          answer:
            'El menú enumera las plataformas con página propia. Además, pega cualquier enlace público en el inicio: nuestro motor, yt-dlp, conoce más de 1000 sitios; no todos funcionan todos los días.',
        },
        {
          question: '¿Puedo descargar una lista o varios enlaces a la vez?',
          answer:
            'Sí. Pega hasta veinte enlaces juntos y cada uno será una fila. Una publicación con varios elementos, una lista de YouTube, un showcase de Vimeo, un set de SoundCloud, un feed de pódcast y los programas de Apple Podcasts y TuneIn también se muestran en lista, de cien en cien. Guarda todo o marca algunos: se guardan de uno en uno, cada uno en su archivo o todos en un ZIP. Si pegas el enlace de un vídeo dentro de una lista, obtienes ese vídeo.',
        },
        {
          question: '¿Hay un límite de descargas?',
          answer:
            'No hay un límite estricto. Un elemento puede durar hasta {maxDuration}, y los archivos que tenemos que unir pueden ocupar hasta {maxSize}. Si envías muchísimas peticiones en un minuto, se te pide esperar otro minuto, para que haya sitio para todos. Una conexión que ha recibido una cantidad muy grande de nuestros archivos en un día espera al siguiente, y en un día de mucho uso no se unen archivos nuevos hasta el siguiente.',
        },
      ],
    },
    quality: {
      title: 'Calidad y formatos de vídeo',
      lead: 'Qué significan las opciones.',
      questions: [
        {
          question: '¿Qué formatos puedo elegir?',
          answer:
            'Los que ofrece la plataforma. El vídeo suele ser MP4, WEBM o MKV; el audio suele ser MP3, M4A, AAC u OGG. Cada uno muestra su resolución, y su tamaño donde se conoce.',
        },
        {
          question: '¿Puedo obtener 4K?',
          answer:
            'Hasta 4K, donde el autor lo subió y la plataforma lo da a todos. Nunca ampliamos una imagen: un vídeo que existe en 720p se ofrece en 720p.',
        },
        {
          question: '¿Qué formato tomo?',
          answer:
            'MP4 a 1080p o menos se reproduce en prácticamente cualquier dispositivo, y el que sugerimos está marcado. Las razones, en <formats>los formatos explicados</formats>.',
        },
        {
          question: '¿Qué significa «convertido»?',
          answer:
            'Que el archivo se comprime de nuevo: un MP3 a partir de sonido AAC, por ejemplo, o un GIF animado a partir de un vídeo corto sin sonido. Todo lo demás se copia tal cual. Un MP3 convertido puede ser tan bueno como su origen y no mejor, sea cual sea su número de kbps.',
        },
        {
          question: '¿Ponéis una marca de agua en el archivo?',
          answer:
            'No. No se le añade nada. Donde una plataforma ofrece su archivo con y sin su propia marca de agua, tomamos el que no la tiene; un logotipo que el autor puso en la imagen se queda.',
        },
        {
          question: '¿Por qué hay un formato sin sonido?',
          answer:
            'Muchas plataformas guardan imagen y sonido por separado. Los unimos por ti; donde la mitad muda es un archivo propio, se muestra también, para quien edita.',
        },
        {
          question: '¿Por qué la voz está en otro idioma?',
          answer:
            'Algunos vídeos llevan pistas dobladas. Tomamos la original por defecto y marcamos las demás con su idioma. Si quieres un doblaje, elígelo en Más.',
        },
      ],
    },
    trouble: {
      title: 'Problemas',
      lead: 'Cuando algo no funciona.',
      questions: [
        {
          question: 'Dice «Formato no disponible». ¿Y ahora?',
          answer:
            'El formato pedido ya no está disponible: la plataforma lo ha retirado desde que se hizo la lista. Actualiza la página para tener una lista nueva, o elige otra calidad.',
        },
        {
          question: 'Mi descarga falló o se detuvo a la mitad.',
          answer:
            'Empiézala otra vez: los navegadores suelen poder reanudar donde se detuvieron, porque nuestro servidor lo permite. Si el propio origen se interrumpe, también nos interrumpimos, antes que darte un archivo corto que parece completo.',
        },
        {
          question: '¿Puedo descargar vídeos privados o con restricción de edad?',
          answer:
            'No. Los elementos privados, con contraseña, de pago, con restricción de edad o que exijan iniciar sesión no se admiten. Solo tratamos lo que cualquiera puede abrir sin cuenta.',
        },
        {
          question: '¿Por qué va lento?',
          answer:
            'Sobre todo porque la plataforma envía despacio, o porque hay que unir un vídeo largo. La barra muestra el progreso real. Una resolución menor es más rápida, y por la mañana temprano va mejor que por la tarde.',
        },
        {
          question: 'La vista previa dice que no está disponible. ¿Está roto el archivo?',
          answer:
            'No. Significa que tu navegador no puede reproducir este códec, por ejemplo H.265 en algunos ordenadores. Aun así puedes guardar el archivo y verlo en un programa como VLC.',
        },
        {
          question: 'Mi archivo ha caducado.',
          answer:
            'Los archivos terminados se borran en {retention}. Vuelve al inicio, o usa el botón de la página, para hacer el archivo otra vez.',
        },
        {
          question: 'Una plataforma que ayer funcionaba hoy falla.',
          answer:
            'Las plataformas cambian sus páginas y limitan las peticiones de servidores. Prueba otra vez pasados unos minutos; si sigue fallando, envíanos un informe de error con el enlace.',
        },
      ],
    },
    legal: {
      title: 'Legal y privacidad',
      lead: 'Qué está permitido y qué guardamos.',
      questions: [
        {
          question: '¿Es legal descargar vídeos?',
          answer:
            'Depende de la obra y de la ley de tu país. Tus propias obras, las de licencia libre y aquellas para las que tienes permiso van bien. Lee <law>nuestro artículo sobre derechos de autor y uso legítimo</law>; eres responsable de lo que guardas.',
        },
        {
          question: '¿Qué guardáis sobre mí?',
          answer:
            'Ni cuenta ni perfil; una lista de tus descargas existe solo en tu propio navegador, si la activas. Los archivos unidos se borran en {retention}, y nuestros registros nombran plataformas, no tus enlaces ni tu dirección. La <privacy>política de privacidad</privacy> lo enumera todo, también los enlaces cortos que haces tú.',
        },
        {
          question: '¿Sabe la plataforma que usé este sitio?',
          answer:
            'La plataforma ve que nuestro servidor pide el elemento. Si una vista previa se reproduce directamente del servidor de la plataforma, también ve la dirección de tu navegador, como en su propia página. Puede ver la dirección también cuando nuestro servidor te pasa un archivo. No se le dice en qué página estabas.',
        },
        {
          question: '¿Pueden otros ver lo que descargo?',
          answer:
            'Por nosotros, no. Un archivo se hace para un visitante y su dirección no se puede adivinar. Solo pueden abrirlo aquellos a quienes das un enlace. Un enlace corto dura {shareTime}.',
        },
        {
          question: '¿Cómo informo de un problema de derechos de autor?',
          answer:
            'Escribe a <dmcaMail>{dmcaEmail}</dmcaMail> con el enlace y sobre qué tienes derechos. La <dmca>política DMCA</dmca> dice qué necesita un aviso y cuánto tardamos.',
        },
      ],
    },
    support: {
      title: 'Soporte técnico',
      lead: 'Navegadores, dispositivos y personas.',
      questions: [
        {
          question: '¿Qué navegadores funcionan?',
          answer:
            'Las versiones actuales de Chrome, Edge, Firefox y Safari, en ordenadores y móviles. Los navegadores dentro de otras aplicaciones a menudo bloquean el guardado; abre entonces la página en tu navegador normal.',
        },
        {
          question: '¿Dónde está mi archivo en iPhone y iPad?',
          answer:
            'Safari lo pone en la carpeta Descargas de la aplicación Archivos. Desde allí, compártelo y elige Guardar vídeo para tenerlo entre tus fotos.',
        },
        {
          question: '¿Dónde está mi archivo en Android?',
          answer:
            'En la carpeta Descargas, que muestra la aplicación Archivos. Los vídeos suelen aparecer solos en la galería.',
        },
        {
          question: '¿Funciona con un bloqueador de anuncios o sin cookies?',
          answer:
            'Sí, con ambas cosas. Las cookies opcionales están desactivadas hasta que las permites, y las descargas funcionan igual en ambos casos. Sin JavaScript puedes leer cada página, ver los formatos de un enlace y guardar cada uno.',
        },
        {
          question: '¿Cómo informo de un error?',
          answer:
            'Usa el botón de informar de error de abajo: abre un correo a <mail>{email}</mail> en el que ya están escritas las preguntas que haríamos. No envíes contraseñas ni capturas con datos privados.',
        },
        {
          question: '¿Cuánto tardáis en responder?',
          answer:
            'Leemos cada correo. Las respuestas las escriben personas y pueden tardar unos días. La correspondencia se borra tras {supportTime}.',
        },
      ],
    },
  },
}
