import type { texts as english } from '../../en/pages/home.ts'
import type { In } from '../../shape.ts'

export const texts: In<'es', typeof english> = {
  platformsTitle: 'Plataformas compatibles',
  how: { title: 'Cómo funciona', lead: 'Pegar, elegir, guardar. Los tiempos son los de un vídeo corto.' },
  steps: {
    paste: {
      title: 'Pega el enlace',
      text: 'De la barra de direcciones o del botón de compartir de una aplicación. También sirve el mensaje entero: el enlace se encuentra en él.',
    },
    choose: {
      title: 'Elige un formato',
      text: 'Con sonido, sin él o solo el sonido. Ves el tamaño y la resolución antes de elegir.',
      audio: 'Audio',
    },
    download: {
      title: 'Descarga',
      text: 'El archivo se guarda en tu dispositivo en cuanto está listo. Nuestra copia se borra sola.',
    },
  },
  features: { title: 'Funciones', lead: 'Lo que obtienes, dicho claramente.' },
  facts: [
    { title: 'Sin marca de agua', text: 'La imagen es la del origen. No se le añade nada.' },
    { title: 'Hasta 4K', text: 'Se muestra cada resolución que la plataforma nos da.' },
    { title: 'Solo el audio', text: 'La pista original tal cual, o un MP3 hecho a partir de ella.' },
    { title: 'Sin registro', text: 'Sin cuenta, sin correo, sin aplicación. Abre la página y pega.' },
    {
      title: 'Comprobado antes de guardar',
      text: 'Comprobamos los archivos que unimos antes de dártelos: se reproducen, se puede saltar en ellos y se abren en editores.',
    },
    {
      title: 'Solo enlaces públicos',
      text: 'No obtenemos elementos privados, de pago o que exijan iniciar sesión.',
    },
  ],
  faq: { title: 'Preguntas', lead: '¿Algo más? <help>Visita el centro de ayuda</help>.' },
  morePlatforms: '{platforms} y más',
  questions: [
    { question: '¿Es gratis?', answer: 'Sí. No hay cuenta, ni prueba, ni plan de pago.' },
    {
      question: '¿Qué plataformas son compatibles?',
      answer:
        '{platforms}. También funcionan muchos otros sitios con un vídeo o un archivo de audio públicos: pega el enlace y verás.',
    },
    {
      question: '¿Qué calidad puedo descargar?',
      answer:
        'La que publica la plataforma, hasta 4K donde lo hay. Ves el tamaño de cada opción, en la medida en que se conoce, y si un archivo es una conversión.',
    },
    {
      question: '¿Mi descarga es privada?',
      answer:
        'No hay cuenta y no guardamos una lista de tus enlaces. Los archivos que hacemos se borran en {retention}, o en el acto si pulsas Borrar ahora.',
    },
    {
      question: '¿Por qué falla un enlace?',
      answer:
        'Los elementos privados, retirados, de pago o con inicio de sesión no se pueden obtener, y a veces un sitio limita nuestros servidores. El mensaje te dice qué ha sido.',
    },
  ],
}
