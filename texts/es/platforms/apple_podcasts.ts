import type { texts as english } from '../../en/platforms/apple_podcasts.ts'
import type { PlatformIn } from '../../parts.ts'

export const texts: PlatformIn<'es', typeof english> = {
  intro:
    'Guarda un episodio de pódcast con su enlace de Apple Podcasts: el mismo archivo que publican sus autores, con programa, título y portada.',
  linkForms: [
    'podcasts.apple.com/us/podcast/…/id…?i=… – un episodio, de la tienda de cualquier país',
    'podcasts.apple.com/podcast/id…?i=… – sin el país',
    'itunes.apple.com/…/podcast/…/id…?i=… – de los tiempos de iTunes',
    'podcasts.apple.com/us/podcast/…/id… – un programa: se muestran sus episodios más recientes, de cien en cien',
  ],
  notice:
    'Los episodios para suscriptores no tienen archivo público o están protegidos con DRM, y no se pueden guardar. Los gratuitos son archivos abiertos en el servidor del propio programa, y esos son los que obtienes aquí.',
  features: [
    {
      title: 'Formatos que puede tener',
      text: 'MP3, con mucho el más común. M4A con AAC. Rara vez MP4 o M4V, cuando el programa se graba en vídeo.',
    },
    {
      title: 'Formatos que hacemos',
      text: 'MP3 a 128, 192, 256 y 320 kbps, y también M4A, Opus, FLAC y WAV, cada uno marcado como convertido. Un original nunca se recodifica sin que lo pidas.',
    },
    {
      title: 'Datos del episodio dentro',
      text: 'Los archivos convertidos llevan título, programa, temporada, episodio, fecha y portada, para que un reproductor los ordene. Los originales conservan sus etiquetas.',
    },
    {
      title: 'Desde el origen',
      text: 'Apple enumera pódcasts pero no los aloja. El archivo viene del servidor que eligieron sus autores, así que no es copia de una copia.',
    },
  ],
  tips: [
    'En Apple Podcasts: los tres puntos junto al episodio, luego Compartir episodio y luego Copiar enlace.',
    '¿No hay «?i=» en el enlace? Entonces es la página del programa, y se muestran sus episodios más recientes para elegir.',
    '¿Tienes la dirección RSS de un programa? Pégala en el inicio: se muestran sus episodios, el más nuevo primero.',
    'Muchos servidores ponen publicidad en un episodio al descargarlo, así que dos copias pueden diferir en un minuto.',
  ],
  questions: [
    {
      question: '¿Qué pódcasts se pueden guardar?',
      answer:
        'Todo episodio gratuito que enumera Apple Podcasts, porque su archivo es público. Los de suscripción, acceso anticipado y extras no lo tienen y quedan fuera de alcance.',
    },
    {
      question: '¿MP3 o el original de un pódcast?',
      answer:
        'Toma el original. Suele ser ya un MP3, y recodificar voz a una tasa mayor hace el archivo más grande y no más claro.',
    },
    {
      question: '¿Puedo guardar un programa o una temporada entera de Apple Podcasts?',
      answer:
        'Sus episodios, sí. El enlace del programa muestra los más recientes, de cien en cien; marca los que quieras y guárdalos en un ZIP.',
    },
    {
      question: '¿Por qué el episodio descargado difiere de lo que oí en Apple Podcasts?',
      answer:
        'Su servidor puede insertar otros anuncios para el país de nuestro servidor o la hora del día. El programa en sí es el mismo.',
    },
    {
      question: '¿Vienen capítulos y transcripciones de un pódcast?',
      answer:
        'Los capítulos guardados en el archivo original se quedan en él. Las transcripciones las hace y guarda Apple y no son parte del archivo.',
    },
    {
      question: '¿Necesito un iPhone o una cuenta de Apple para los enlaces de Apple Podcasts?',
      answer:
        'Ninguno de los dos. Cualquier navegador abre podcasts.apple.com, y el enlace funciona aquí igual desde Android, Windows o Linux.',
    },
  ],
}
