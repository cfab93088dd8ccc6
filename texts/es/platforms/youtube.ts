import type { texts as english } from '../../en/platforms/youtube.ts'
import type { PlatformIn } from '../../parts.ts'

export const texts: PlatformIn<'es', typeof english> = {
  intro:
    'Guarda un vídeo público de YouTube, un Short o un directo terminado en un solo archivo. Ves las resoluciones que YouTube nos da antes de elegir.',
  linkForms: [
    'youtube.com/watch?v=… – un vídeo, también dentro de una lista o un mix: se toma solo el vídeo',
    'youtu.be/… – el enlace corto del botón de compartir',
    'youtube.com/shorts/… – un Short',
    'youtube.com/live/… – un directo que ha terminado',
    'music.youtube.com/watch?v=… – una canción de YouTube Music',
    'youtube.com/embed/… – el reproductor de otro sitio',
    'youtube.com/playlist?list=PL… – una lista o un álbum: se muestran sus vídeos, de cien en cien',
  ],
  features: [
    {
      title: 'Imagen y sonido unidos',
      text: 'Por encima de 360p, YouTube entrega dos flujos separados. Se ponen en un archivo sin recodificar, así que nada se ablanda por el camino.',
    },
    {
      title: 'Se ve mientras se prepara',
      text: 'La vista previa reproduce un archivo desde sus primeros segundos, mientras se une el resto.',
    },
    {
      title: 'El idioma en que se hizo',
      text: 'Muchos canales añaden doblajes automáticos. La voz original es la predeterminada, y un doblaje lleva su idioma.',
    },
    {
      title: 'HDR y fotogramas a la vista',
      text: 'Un formato con 60 imágenes por segundo o HDR lo dice; el HDR se ve gris en una pantalla que no lo admite.',
    },
    {
      title: 'El sonido sin el vídeo',
      text: 'La pista AAC en M4A y la pista Opus en WEBM se copian intactas; también se pueden hacer cuatro tamaños de MP3.',
    },
  ],
  tips: [
    'Un enlace copiado de una lista funciona tal cual: la parte de detrás de «&list=» se quita por ti.',
    'Si el archivo 4K no se ve en tu televisor, toma 1080p en MP4; al aparato seguramente le falta un decodificador de VP9 o AV1.',
    'Un estreno o un directo se puede guardar cuando ha terminado y YouTube ha acabado de procesarlo, lo que puede llevar unas horas.',
    'La dirección de una lista muestra sus vídeos para elegir. Un canal no tiene esa lista: abre uno de sus vídeos y copia su propio enlace.',
  ],
  questions: [
    {
      question: '¿Por qué YouTube responde a veces que hay que iniciar sesión?',
      answer:
        'Desconfía de las peticiones que vienen de centros de datos y les pide identificarse. No tenemos cuenta allí y no usaremos la tuya, así que el único remedio es probar más tarde.',
    },
    {
      question: '¿Qué resolución de YouTube es mejor para editar?',
      answer:
        '1080p en MP4. Es H.264, que todo programa de edición corta con fluidez, y el índice está al principio del archivo, así que se abre en el acto.',
    },
    {
      question: '¿Vienen los subtítulos con un vídeo de YouTube?',
      answer:
        'Si los eliges. Los subtítulos que YouTube tiene de un vídeo están en Más, cada uno en SRT, WebVTT y texto. Allí también puedes poner un idioma en el vídeo. Tu reproductor lo muestra cuando lo activas.',
    },
    {
      question: '¿Se pueden guardar vídeos con restricción de edad o para miembros?',
      answer:
        'No. Ambos exigen que alguien haya iniciado sesión, igual que los vídeos privados. Un vídeo oculto, en cambio, funciona para quien tenga su enlace.',
    },
    {
      question: '¿Es mejor un MP3 de YouTube a 320 kbps que a 128 kbps?',
      answer:
        'Un poco, porque se pierde menos al convertir; no puede ser mejor que la pista de YouTube, que tiene entre 130 y 160 kbps. Para el mismo sonido exacto, toma M4A o WEBM.',
    },
    {
      question: '¿Cuánto puede durar un vídeo de YouTube?',
      answer:
        'Hasta {maxDuration} y {maxSize}. Una grabación más larga se rechaza antes de que elijas nada; una resolución menor solo ayuda con el tamaño.',
    },
  ],
}
