import type { texts as english } from '../../en/platforms/vimeo.ts'
import type { PlatformIn } from '../../parts.ts'

export const texts: PlatformIn<'es', typeof english> = {
  intro:
    'Cortos, charlas y portafolios de Vimeo, hasta la resolución que publicaron sus autores. Los vídeos ocultos funcionan con su enlace completo.',
  linkForms: [
    'vimeo.com/123456789',
    'vimeo.com/123456789/abcdef0123 – oculto: la segunda parte es su clave',
    'player.vimeo.com/video/123456789 – el reproductor insertado',
    'vimeo.com/channels/…/123456789, /groups/…/videos/…, /showcase/…/video/…',
    'vimeo.com/showcase/… – un showcase: se muestran sus películas, de cien en cien',
    'vimeo.com/event/… – un evento que ha terminado',
    'vimeo.com/ondemand/… – solo donde una película o su tráiler es gratis',
  ],
  notice:
    'Vimeo examina de cerca el software de sus visitantes y a veces bloquea del todo a los servidores. Las películas con contraseña, o permitidas solo en un sitio web, quedan cerradas.',
  features: [
    {
      title: 'Cualquier dirección',
      text: 'La misma película tiene una dirección en un canal, otra en un showcase y otra en un reproductor. Cualquiera sirve.',
    },
    {
      title: 'Hasta 2160p',
      text: 'La escala de una película se muestra tal como es, de 240p para una línea lenta a 4K para un proyector.',
    },
    {
      title: 'Showcases en lista',
      text: 'Pega la dirección de un showcase y se muestran sus películas para elegir, de cien en cien.',
    },
  ],
  tips: [
    'Copia la dirección entera de una película oculta: sin las letras tras la segunda barra cuenta como privada.',
    'Algunos autores ponen un botón de descarga bajo su película. Da el archivo máster, así que es la mejor opción donde existe.',
    '¿Dudas por el tamaño? Lo ves, en la medida en que Vimeo lo dice, antes de elegir.',
  ],
  questions: [
    {
      question: '¿Por qué Vimeo rechaza una película que se ve en un sitio web?',
      answer:
        'Su dueño puede haberla ligado a ese sitio. Vimeo no responde entonces a nadie más, sea cual sea el enlace. Pide a su dueño un enlace para compartir.',
    },
    {
      question: '¿Se pueden guardar películas alquiladas o compradas de Vimeo On Demand?',
      answer: 'No. Son de pago y están protegidas.',
    },
    {
      question: '¿Se puede introducir una contraseña de una película de Vimeo?',
      answer:
        'No hay campo para ello, a propósito: lo que su dueño guarda tras una contraseña no es público.',
    },
    {
      question: '¿Por qué preparar un archivo de Vimeo es más lento que de otros sitios?',
      answer:
        'Porque aún no existe como archivo. Imagen y sonido llegan en trozos pequeños, se unen, y el resultado se comprueba antes de dártelo. La barra muestra por dónde va.',
    },
  ],
}
