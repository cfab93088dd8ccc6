import type { texts as english } from '../../en/pages/guide.ts'
import type { In } from '../../shape.ts'

export const texts: In<'es', typeof english> = {
  title: 'Cómo descargar vídeos',
  lead: 'Pega un enlace, elige un formato, quédate el archivo: cómo se hace en cada dispositivo y qué hacer cuando no sale.',
  onThisPage: 'En esta página',
  paste: 'Pegar un enlace',
  parts: {
    steps: {
      title: 'En tres pasos',
      intro: 'Lo mismo en cada dispositivo.',
      blocks: [
        {
          steps: [
            '<b>Copia el enlace.</b> En un ordenador, de la barra de direcciones. En una aplicación, con Compartir y luego Copiar enlace. El enlace de un vídeo, una canción o un episodio. En muchas plataformas sirve también el de una lista o un programa: muestra sus elementos para elegir.',
            '<b>Pégalo.</b> Abre el <home>inicio</home> y pulsa Pegar. Aparecen los formatos. También puedes poner el enlace en el campo y pulsar Ver formatos. Un mensaje compartido entero también vale; el enlace se encuentra en él.',
            '<b>Elige y guarda.</b> Pulsa Descargar: el archivo se guarda en cuanto está listo. Si hay que unir imagen y sonido, ves el progreso; deja la página abierta mientras tanto. Para otra calidad, elígela antes. Todos los demás formatos están en Más y se abren en una vista previa, donde puedes verlos.',
          ],
        },
        {
          text: 'Un archivo terminado sigue listo {retention}; la página lleva la cuenta atrás. Después se borra, y se puede hacer otra vez con el mismo enlace.',
        },
      ],
    },
    computer: {
      title: 'Windows, Mac y Linux',
      intro: 'Chrome, Edge, Firefox o Safari.',
      blocks: [
        {
          list: [
            'El archivo va a tu carpeta Descargas, salvo que tu navegador pregunte dónde ponerlo.',
            'La lista de descargas del propio navegador muestra la velocidad y puede pausar y reanudar: Ctrl+J, o Cmd+Option+L en Safari.',
            'En el inicio, la tecla / lleva al campo. También puedes pegar un enlace en cualquier parte de la página.',
            'Si un archivo se abre en el navegador en lugar de guardarse, pulsa el botón derecho del ratón sobre Descargar y elige Guardar enlace como.',
          ],
        },
      ],
    },
    android: {
      title: 'Móviles y tabletas Android',
      intro: 'Chrome, Firefox, Samsung Internet y otros.',
      blocks: [
        {
          steps: [
            'En la aplicación, toca Compartir y luego Copiar enlace.',
            'Abre este sitio en tu navegador, toca Pegar y permite leer el portapapeles si lo pide.',
            'Elige un formato y toca Descargar. Una notificación muestra el progreso.',
            'Encuentra el archivo en la aplicación Archivos, en Descargas; los vídeos aparecen también en la galería.',
          ],
        },
        {
          text: 'En Chrome y similares puedes instalar el sitio (menú, Añadir a pantalla de inicio). Aparece entonces en el menú de compartir de otras aplicaciones, y ya no hace falta copiar.',
        },
      ],
    },
    iphone: {
      title: 'iPhone y iPad',
      intro: 'Safari es la mejor opción para guardar.',
      blocks: [
        {
          steps: [
            'En la aplicación, toca Compartir y luego Copiar enlace.',
            'Abre este sitio en Safari y toca Pegar.',
            'Elige un formato MP4; se ve en Fotos. Toca Descargar y confirma la pregunta de Safari.',
            'Toca la flecha de la barra de direcciones, o abre la aplicación Archivos y su carpeta Descargas.',
            'Para tener un vídeo entre tus fotos: ábrelo en Archivos, toca Compartir y luego Guardar vídeo.',
          ],
        },
        {
          text: 'El audio se queda en Archivos; escúchalo allí, o compártelo con la aplicación que uses para escuchar.',
        },
      ],
    },
    'in-app': {
      title: 'Dentro de otra aplicación',
      intro: 'WeChat, Instagram, TikTok y otras abren los enlaces en un navegador propio.',
      blocks: [
        {
          text: 'Esos navegadores integrados a menudo bloquean el guardado sin decirlo. Abre el menú de la página (tres puntos o el signo de compartir) y elige Abrir en el navegador, o copia la dirección en Safari o Chrome.',
        },
      ],
    },
    formats: {
      title: '¿Qué formato?',
      intro: 'Una respuesta breve para cada fin.',
      blocks: [
        {
          list: [
            '<b>Solo verlo:</b> la calidad marcada como Mejor, un MP4 de hasta 1080p donde lo hay.',
            '<b>Ahorrar espacio:</b> 720p o 480p. En un móvil la diferencia es pequeña.',
            '<b>Editarlo:</b> MP4 en la mayor resolución.',
            '<b>Solo escuchar:</b> el M4A original; MP3 si tu reproductor lo quiere.',
            '<b>Televisor:</b> MP4. WebM solo si sabes que se reproduce.',
          ],
        },
        {
          text: 'El vídeo viene en MP4, WEBM o MKV, el audio en MP3, M4A, AAC u OGG, hasta 4K donde el origen lo tiene. Más en <formats>los formatos explicados</formats>.',
        },
      ],
    },
    limits: {
      title: 'Lo que no funciona',
      intro: 'Para que no tengas que probarlo.',
      blocks: [
        {
          list: [
            'Elementos privados, de pago, con restricción de edad, con contraseña o que exijan iniciar sesión.',
            'Elementos con DRM, como la música de Spotify o las películas de servicios de streaming.',
            'Directos mientras emiten; las grabaciones posteriores van bien.',
            'Perfiles, canales y páginas de búsqueda: abre un elemento y copia su propio enlace.',
            'Elementos de más de {maxDuration} y archivos unidos de más de {maxSize}.',
          ],
        },
        { text: '¿Otra cosa salió mal? El <help>centro de ayuda</help> tiene respuestas, y personas.' },
      ],
    },
  },
}
