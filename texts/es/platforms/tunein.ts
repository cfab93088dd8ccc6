import type { texts as english } from '../../en/platforms/tunein.ts'
import type { PlatformIn } from '../../parts.ts'

export const texts: PlatformIn<'es', typeof english> = {
  intro:
    'Guarda un episodio de un programa o pódcast de TuneIn. Las emisoras en directo son para escuchar: un flujo sin final no puede ser un archivo.',
  linkForms: [
    'tunein.com/podcasts/…-p123/?topicId=456 – un episodio; topicId lo nombra',
    'tunein.com/podcasts/…-p123/ – un programa: se muestran sus episodios más recientes',
    'tunein.com/embed/player/t456 – el mismo episodio en su reproductor pequeño',
    'tunein.com/radio/…-s123 – una emisora: es en directo, así que la página te lleva a sus programas grabados',
    'tun.in/… – el enlace corto',
  ],
  notice:
    'TuneIn Premium, con sus deportes y noticias sin anuncios, y lo protegido con DRM no se puede guardar. Tampoco una emisora: es en directo.',
  features: [
    {
      title: 'Formatos que puede tener',
      text: 'Episodios: MP3, de 64 a 192 kbps según los hizo la emisora; a veces AAC.',
    },
    {
      title: 'Formatos que hacemos',
      text: 'MP3 con 128, 192, 256 o 320 kbps. Para noticias y charlas basta el menor.',
    },
    {
      title: 'La radio tras la emisión',
      text: 'Muchas emisoras publican sus programas como pódcast en pocas horas. Esa edición es un archivo terminado, y TuneIn suele mostrarla.',
    },
    {
      title: 'Ordenado por programa',
      text: 'El nombre del programa y la fecha van en los archivos convertidos, lo que mantiene en orden una semana de noticias.',
    },
  ],
  tips: [
    'Para un episodio antiguo, ábrelo en tunein.com; su dirección termina entonces en «topicId=» y un número.',
    'Desde la aplicación de TuneIn, Compartir da una dirección del programa. Pégala para ver sus episodios más recientes.',
    '¿Te perdiste un partido en directo o un programa de la mañana? Busca el nombre del programa en TuneIn, en Podcasts.',
  ],
  questions: [
    {
      question: '¿Puedo grabar una emisora de TuneIn?',
      answer:
        'No. Una emisora nunca termina, así que no hay archivo que acabar. La página dice que es una emisora en directo; prueba el pódcast del programa.',
    },
    {
      question: '¿Qué enlaces de TuneIn sirven?',
      answer:
        'Los de un episodio, que se reconocen por topicId, y los de un programa, que muestran sus episodios más recientes para elegir.',
    },
    {
      question: '¿Funciona el contenido de TuneIn Premium?',
      answer:
        'Es de pago y TuneIn no da su archivo a otros, así que no. La parte gratuita del catálogo no necesita cuenta, ni tuya ni nuestra.',
    },
    {
      question: '¿Qué calidad tienen los episodios de TuneIn?',
      answer:
        'La de lo que subió la emisora, sobre todo 96 o 128 kbps para voz. Un MP3 mayor hecho a partir de él ocupa más y suena igual.',
    },
    {
      question: '¿Por qué desaparece un episodio de TuneIn a las pocas semanas?',
      answer:
        'Los programas de noticias vacían sus feeds, y TuneIn solo apunta al archivo. Cuando la emisora lo borra, no queda nada que obtener.',
    },
    {
      question: '¿Puedo guardar emisoras de música de TuneIn?',
      answer:
        'Emisoras, no. Programas de música grabados que aparecen como episodio, sí, si su emisora los publicó en abierto.',
    },
    {
      question: '¿Por qué TuneIn dice que la emisora no está disponible en mi región?',
      answer:
        'Los derechos de emisión acaban en las fronteras, y para nosotros cuenta el país de nuestro servidor. Los episodios se limitan mucho menos que los directos.',
    },
  ],
}
