import type { texts as english } from '../../en/platforms/castbox.ts'
import type { PlatformIn } from '../../parts.ts'

export const texts: PlatformIn<'es', typeof english> = {
  intro:
    'Quédate un episodio de Castbox fuera de la aplicación. Pega la dirección que copia el botón de compartir; los episodios gratuitos vienen como el archivo que hay detrás.',
  linkForms: [
    'castbox.fm/episode/Title-id123-id456 – un episodio en la web',
    'castbox.fm/vb/456 – su forma corta en la aplicación',
    'castbox.fm/x/… – el enlace de compartir',
    'www.castbox.fm/episode/…?country=us – las marcas de país y campaña no importan',
  ],
  notice:
    'Lo que Castbox vende, como audiolibros y programas prémium, no tiene archivo público o está protegido con DRM, y no se puede guardar. Castbox también rehace su web de vez en cuando, y un episodio puede fallar hasta que nos pongamos al día.',
  features: [
    {
      title: 'Formatos que puede tener',
      text: 'Sobre todo MP3, a veces M4A con AAC, según lo suba cada autor.',
    },
    {
      title: 'Formatos que hacemos',
      text: 'MP3 en cuatro tasas (128, 192, 256, 320 kbps) con la portada y el nombre del canal.',
    },
    {
      title: 'Leído de su propia página',
      text: 'Título, canal, imagen y sonido se leen donde también los encuentra el navegador de un visitante.',
    },
    {
      title: 'Escucha primero',
      text: 'La vista previa reproduce el episodio antes de guardarlo, y puedes saltar a cualquier minuto.',
    },
  ],
  tips: [
    'En la aplicación de Castbox: abre el episodio, toca el signo de compartir y elige Copiar enlace.',
    'Una dirección con «/channel/» es un programa. Abre uno de sus episodios y usa esa dirección.',
    'Si la aplicación te pide comprar un episodio o hacerte prémium, ningún enlace nos servirá.',
  ],
  questions: [
    {
      question: '¿Son lo mismo las descargas del propio Castbox?',
      answer:
        'Se quedan dentro de la aplicación y acaban con ella. Un archivo guardado aquí es un MP3 o M4A corriente, que puedes reproducir y copiar donde quieras.',
    },
    {
      question: '¿Puedo obtener un canal completo de Castbox?',
      answer:
        'Episodio a episodio, sí. Si conoces el feed RSS de su programa, pégalo en el inicio y elige varios a la vez.',
    },
    {
      question: '¿Funcionan los directos de Castbox?',
      answer:
        'Un directo es una sala, no una grabación. Si se publica después como episodio, ese episodio se puede guardar.',
    },
    {
      question: '¿Por qué no aparece un audiolibro de Castbox?',
      answer:
        'Los audiolibros se venden y se entregan solo a cuentas de pago. No hay archivo público que ofrecer.',
    },
    {
      question: '¿Qué calidad tienen los episodios de Castbox?',
      answer: 'La que subieron sus autores: de 64 a 192 kbps en la mayoría.',
    },
    {
      question: '¿Un MP3 convertido de Castbox es peor que su origen?',
      answer:
        'Un poco en teoría, de forma inaudible a partir de 192 kbps. Si el origen ya es un MP3, no hay razón para convertirlo.',
    },
    {
      question: '¿Y si un enlace de Castbox deja de funcionar aquí?',
      answer:
        'Usa «Informar del enlace» en el cuadro de error. Hasta que se repare, el mismo programa casi siempre está también en Apple Podcasts.',
    },
  ],
}
