import type { texts as english } from '../../en/platforms/xiaoyuzhou.ts'
import type { PlatformIn } from '../../parts.ts'

export const texts: PlatformIn<'es', typeof english> = {
  intro:
    'Guarda un episodio de Xiaoyuzhou, la aplicación china de pódcasts «Pequeño Universo», con el enlace de su página.',
  linkForms: [
    'xiaoyuzhoufm.com/episode/… – con o sin www',
    'xiaoyuzhoufm.com/episode/…?s=… – como lo comparte la aplicación',
    'Un mensaje en chino con un enlace así dentro',
  ],
  notice:
    'Los episodios de pago (付费单集) y los programas que sus autores protegen con DRM no se pueden guardar; solo su avance gratuito es público.',
  features: [
    {
      title: 'Formatos que puede tener',
      text: 'M4A con AAC, la forma habitual de la aplicación. MP3, donde un programa está alojado en otro lugar.',
    },
    {
      title: 'Formatos que hacemos',
      text: 'MP3 de 128 a 320 kbps en cuatro pasos, para reproductores que no conocen M4A.',
    },
    {
      title: 'Nombres chinos enteros',
      text: 'El título y el programa se escriben en las etiquetas en Unicode, y los nombres de archivo chinos largos se cortan donde un disco lo necesita, nunca dentro de un carácter.',
    },
    {
      title: 'Sin aplicación',
      text: 'Las páginas de episodios de Xiaoyuzhou están abiertas a cualquier navegador, esté donde esté.',
    },
  ],
  tips: [
    'En la aplicación: 分享 (compartir) y luego 复制链接 (copiar enlace).',
    'Una dirección con «/podcast/» es un programa entero; toca un episodio en él.',
    'Las marcas de tiempo de las notas no están en el archivo, así que guarda la dirección de la página si quieres saltar con ellas.',
  ],
  questions: [
    {
      question: '¿Qué es Xiaoyuzhou FM?',
      answer:
        '小宇宙, «pequeño universo»: la aplicación de pódcasts que usan muchos oyentes en China, en línea desde 2020. Cada episodio tiene una página web pública, y eso es lo que pegas.',
    },
    {
      question: '¿Necesito un número de teléfono chino para Xiaoyuzhou?',
      answer:
        'Solo para iniciar sesión en la aplicación, para comentarios y suscripciones. Ni escuchar en el sitio web ni guardar de él lo pide.',
    },
    {
      question: '¿M4A o MP3 para un episodio de Xiaoyuzhou?',
      answer:
        'M4A si es el original: lo reproduce todo teléfono y ordenador de los últimos quince años. Toma MP3 para un reproductor sencillo o un coche antiguo.',
    },
    {
      question: '¿Se pueden guardar episodios de pago de Xiaoyuzhou?',
      answer: 'No. Sin compra, el sitio da unos minutos de muestra, si acaso, y no pasamos de ahí.',
    },
    {
      question: '¿Puedo guardar todos los episodios de un programa de Xiaoyuzhou?',
      answer:
        'Solo de uno en uno: pega el enlace de cada episodio. Si pegas el del programa, la página te pide uno de sus episodios.',
    },
    {
      question: '¿Los comentarios y marcas de tiempo son parte de la descarga?',
      answer:
        'Son de la aplicación. Lo que te quedas es el audio con su título, el nombre del programa y la portada.',
    },
    {
      question: '¿Por qué una descarga de Xiaoyuzhou es lenta desde el extranjero?',
      answer:
        'Su audio está en servidores de China, y las líneas hacia fuera del país van llenas por la noche allí. La madrugada en Pekín es buena hora.',
    },
  ],
}
