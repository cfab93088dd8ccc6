import type { texts as english } from '../../en/pages/glossary.ts'
import type { In } from '../../shape.ts'

export const texts: In<'es', typeof english> = {
  title: 'Glosario de términos',
  lead: 'Las palabras de archivos y formatos, y luego aquellas en que se basan nuestros términos y políticas.',
  search: 'Buscar un término',
  found: {
    one: '{n} término hallado',
    many: '{n} términos hallados',
    other: '{n} términos hallados',
  },
  notFoundHint: 'Prueba otra palabra o vacía el campo para ver todos los términos.',
  legalNote: 'Nota legal',
  examples: 'Ejemplos',
  related: 'Términos afines',
  terms: {
    codec: {
      term: 'Códec',
      short: 'El método con que se comprimen imágenes o sonido.',
      full: 'Un reproductor tiene que conocer el códec de un archivo para reproducirlo. El vídeo H.264 y el sonido AAC se reproducen casi en todas partes. H.265 (HEVC), VP9 y AV1 dan la misma imagen en menos bytes, pero los aparatos antiguos no los conocen. Opus es un códec moderno de sonido.',
      examples: ['Vídeo: H.264, H.265, VP9, AV1', 'Sonido: AAC, Opus, MP3, Vorbis'],
    },
    container: {
      term: 'Contenedor',
      short: 'El tipo de archivo que lleva imagen y sonido, como MP4, WebM o MKV.',
      full: 'Un contenedor es la caja, y los códecs son lo que hay dentro. La terminación del nombre de un archivo dice el contenedor. Dice poco de la calidad: la misma imagen se puede pasar de un contenedor a otro sin pérdida alguna.',
      examples: ['MP4 y M4A', 'WebM', 'MKV (Matroska)', 'OGG'],
    },
    resolution: {
      term: 'Resolución',
      short: 'El tamaño de la imagen, nombrado por sus líneas: 720p, 1080p, 2160p (4K).',
      full: 'Más líneas muestran más detalle en una pantalla grande y hacen un archivo mayor. En un vídeo vertical se cuenta el lado corto: 1080 por 1920 se llama 1080p. HD es 720p, Full HD es 1080p, y 4K o Ultra HD es 2160p.',
      examples: [
        '480p para un archivo pequeño',
        '1080p para un móvil, un portátil o un televisor',
        '2160p para una pantalla 4K',
      ],
    },
    bitrate: {
      term: 'Bitrate',
      short: 'Cuántos datos ocupa un segundo de vídeo o sonido, en kbps o Mbps.',
      full: 'Con un mismo códec y una misma resolución, un bitrate mayor se ve o se oye mejor y hace un archivo mayor. Un bitrate superior al del original añade tamaño y no calidad.',
      examples: ['128 kbps: voz en MP3', '192 kbps: música en MP3', '5 Mbps: 1080p en H.264'],
    },
    hdr: {
      term: 'HDR y fotogramas',
      short: 'Un margen más amplio de brillo y color, y el número de imágenes por segundo (fps).',
      full: 'El HDR (alto rango dinámico) se ve bien solo en una pantalla y un reproductor que lo admiten; en otros puede verse gris. Una tasa de 50 o 60 fps hace más fluidos los deportes y los juegos.',
      examples: ['HDR10, HLG, Dolby Vision', '25, 30, 50 o 60 fps'],
    },
    merging: {
      term: 'Unir',
      short: 'Poner un flujo de imagen y otro de sonido en un archivo, sin cambiar ninguno.',
      full: 'Muchas plataformas guardan imagen y sonido por separado. Unir copia ambos en un contenedor. No se comprime nada otra vez, así que no se pierde calidad.',
      examples: ['Vídeo H.264 y sonido AAC se vuelven un MP4', 'Vídeo VP9 y sonido Opus se vuelven un WebM'],
    },
    conversion: {
      term: 'Conversión',
      short: 'Comprimir de nuevo sonido o imágenes, en otro códec.',
      full: 'Un MP3 hecho a partir de sonido AAC es una conversión. Puede ser tan bueno como su origen y no mejor. Todo formato que se hace así está marcado.',
      examples: ['AAC a MP3', 'Un vídeo corto sin sonido a un GIF animado'],
    },
    drm: {
      term: 'DRM',
      short: 'Un candado en un vídeo o una canción: solo se reproduce en la aplicación de quien lo vende.',
      full: 'El DRM (gestión de derechos digitales) cifra lo que entrega un servicio. Los elementos con DRM no se pueden guardar aquí, sea cual sea el sitio.',
      legalNote: 'Romper ese candado está prohibido en Estados Unidos, la Unión Europea y otros lugares.',
      examples: ['Películas de servicios de streaming', 'Canciones de una suscripción de música'],
    },
    playlist: {
      term: 'Lista y feed',
      short:
        'Una lista de elementos tras un enlace: una lista, un set, un showcase, un programa, un feed RSS.',
      full: 'Pega el enlace de una lista así para ver sus elementos y elegir entre ellos, de cien en cien. Un feed RSS es la lista con que se publica un pódcast.',
      examples: ['Una lista de YouTube', 'Un set de SoundCloud', 'El feed RSS de un pódcast'],
    },
    watermark: {
      term: 'Marca de agua',
      short: 'Un logotipo o un nombre que una aplicación dibuja sobre la imagen.',
      full: 'Algunas aplicaciones añaden un logotipo que se mueve cuando guardas con su propio botón. Donde la plataforma tiene también el archivo sin él, ese es el que obtienes. Lo que un autor puso en la imagen se queda.',
      examples: ['El logotipo de TikTok con el nombre de usuario'],
    },
    'our-service': {
      term: 'Nuestro servicio',
      short:
        'El sitio web {domain} con todo lo que hace: leer enlaces públicos, mostrar formatos, unir y guardar.',
      full: 'Nuestro servicio es la herramienta web que {name} ofrece en {domain}. Le das el enlace de un elemento público. Pregunta a la plataforma qué formatos existen, los muestra y te pasa el que eliges. Donde imagen y sonido están separados, los une; donde pides otro formato de audio, convierte. No tiene catálogo, y un archivo terminado se borra en {retention}.',
      legalNote:
        'Nuestro servicio actúa a petición tuya, con un elemento cada vez. No decide qué se guarda y no te da derechos sobre lo que guardas.',
      examples: [
        'Mostrar los formatos de un vídeo público',
        'Unir un flujo de imagen y otro de sonido en un MP4',
        'Hacer un enlace corto a una vista previa',
      ],
    },
    'third-party-platforms': {
      term: 'Plataformas de terceros',
      short: 'Sitios web y aplicaciones de otras empresas que muestran los elementos cuyos enlaces se pegan.',
      full: 'Las plataformas de terceros son servicios como YouTube, TikTok, Vimeo o Apple Podcasts. Pertenecen a otras empresas, tienen sus propias normas y deciden qué muestran a quién. {name} no forma parte de ellas ni tiene su respaldo; sus nombres y marcas son de sus dueños y se usan solo para decir qué enlaces se entienden.',
      legalNote:
        'Además de la ley, los términos de una plataforma pueden limitar lo que hacen sus usuarios. Cumplirlos es responsabilidad de quien usa la plataforma.',
      examples: ['Una plataforma de vídeo', 'Una red social', 'Un directorio de pódcasts'],
    },
    download: {
      term: 'Descarga',
      short: 'Guardar una copia de un elemento como archivo en tu propio dispositivo.',
      full: 'Una descarga empieza cuando eliges un formato y termina con un archivo en tu dispositivo. Entre medias, los bytes viajan de la plataforma a ti pasando por nuestro servidor; algunos formatos se unen o convierten por el camino. Un archivo que ya está completo se pasa sin que lo guardemos.',
      legalNote:
        'Una descarga hace una copia. Si puedes hacerla lo deciden los derechos de autor, tu permiso y las excepciones de la ley de tu país.',
      examples: [
        'Guardar lo que subiste tú tras romperse tu móvil',
        'Guardar una clase con licencia libre',
        'Guardar un episodio de pódcast para un vuelo',
      ],
    },
    content: {
      term: 'Contenido',
      short: 'El vídeo, el sonido, la imagen y el texto de un elemento, sea quien sea su autor.',
      full: 'Contenido es todo lo que forma un elemento en una plataforma: imágenes, sonido, título, descripción, portada. Pertenece a quienes lo hicieron o adquirieron sus derechos. No reclamamos derechos sobre el contenido, no lo cambiamos más allá del formato que pides y no quitamos señales que su autor puso en él.',
      legalNote:
        'El contenido suele estar protegido por derechos de autor desde que se hace, también sin ningún aviso.',
      examples: ['Un videoclip', 'Un episodio de un pódcast', 'Un vídeo corto con su título y su miniatura'],
    },
    'publicly-accessible-content': {
      term: 'Contenido de acceso público',
      short: 'Contenido que cualquiera puede abrir solo con un enlace: sin sesión, sin contraseña, sin pago.',
      full: 'Un contenido es de acceso público si una ventana nueva del navegador, sin cuenta, lo muestra. No lo son los elementos privados, de pago, con restricción de edad, con contraseña o que exijan iniciar sesión; tampoco los que tienen una protección técnica (DRM). Nuestro servicio trata solo contenido de acceso público.',
      legalNote:
        'De acceso público no significa de uso libre. Dice quién puede mirar, no qué se puede hacer con ello.',
      examples: [
        'Un vídeo público que se ve en una ventana privada',
        'Un episodio de un feed de pódcast abierto',
        'No: una historia para seguidores, un vídeo para miembros, una película alquilada',
      ],
    },
  },
}
