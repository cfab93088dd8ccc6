import type { texts as english } from '../../en/platforms/tiktok.ts'
import type { PlatformIn } from '../../parts.ts'

export const texts: PlatformIn<'es', typeof english> = {
  intro:
    'Pega el enlace de un TikTok público y quédate el vídeo como se subió, sin el logotipo que salta y que añade el botón de guardar de la aplicación.',
  linkForms: [
    'tiktok.com/@name/video/1234567890 – de la barra de direcciones',
    'vm.tiktok.com/… y vt.tiktok.com/… – de Copiar enlace en la aplicación',
    'tiktok.com/t/… – el enlace corto de la aplicación en algunos países',
    'm.tiktok.com/v/….html – la antigua dirección móvil',
    'tiktok.com/@name/photo/… – una publicación de fotos: sus imágenes y su canción',
  ],
  notice:
    'TikTok rechaza a menudo a los servidores durante un rato. Algunos vídeos se muestran solo en ciertos países, y entonces nuestra respuesta depende de dónde está nuestro servidor.',
  features: [
    {
      title: 'La copia limpia',
      text: 'Sin logotipo, sin nombre de usuario cruzando la esquina y sin cortinilla final.',
    },
    {
      title: 'H.264 antes que HEVC',
      text: 'TikTok guarda dos veces los vídeos recientes. De dos copias del mismo tamaño ves la que reproduce cualquier móvil.',
    },
    {
      title: 'Cada archivo una vez',
      text: 'TikTok tiene el mismo archivo en varios servidores. La lista lo nombra una vez.',
    },
  ],
  tips: [
    'En la aplicación: toca la flecha de la derecha, luego Copiar enlace, y pega el mensaje tal como viene, con emojis y todo.',
    'El enlace de un perfil lleva a muchos vídeos: abre el que quieres y copia su enlace.',
    'Si quien lo creó tiene la cuenta privada o solo para seguidores, nadie más que ellos puede llegar al vídeo.',
    'Los vídeos con aviso de edad rechazan a quien no ha iniciado sesión.',
  ],
  questions: [
    {
      question: '¿Se quita la marca de agua del TikTok?',
      answer:
        'No se pinta nada encima. El propio TikTok guarda lo subido sin su logotipo, y esa copia es la que obtienes; un logotipo que alguien puso en la imagen se queda.',
    },
    {
      question: '¿Qué pasa con las presentaciones de fotos de TikTok?',
      answer:
        'Sus imágenes se muestran una a una, y la canción es el último elemento. Guarda una, o todas las imágenes juntas en un ZIP.',
    },
    {
      question: '¿Puedo guardar un directo de TikTok?',
      answer:
        'No mientras emite, y TikTok borra la mayoría después. Si quien lo creó publica un corte como vídeo, ese sí funciona.',
    },
    {
      question: '¿Verá quien lo creó que guardé un vídeo?',
      answer:
        'Pedimos el vídeo como cualquier desconocido. A TikTok no se le dice quién eres, y no se le envía nada a quien lo creó.',
    },
    {
      question: '¿Por qué mi TikTok es menor que 1080p?',
      answer:
        'Porque se subió, se unió o se editó en la aplicación en un tamaño menor. TikTok no conserva el archivo de la cámara, así que no hay nada mayor que pedir.',
    },
    {
      question: '¿Por qué TikTok dice que el vídeo no está disponible si yo lo veo?',
      answer:
        'Seguramente has iniciado sesión, tienes edad suficiente según tu perfil o estás en otro país que nuestro servidor. Abre el enlace en una ventana privada: si te pide iniciar sesión, nosotros tampoco llegamos.',
    },
  ],
}
