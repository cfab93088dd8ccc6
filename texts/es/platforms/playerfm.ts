import type { texts as english } from '../../en/platforms/playerfm.ts'
import type { PlatformIn } from '../../parts.ts'

export const texts: PlatformIn<'es', typeof english> = {
  intro:
    'Player.FM apunta a los archivos que publican los autores de pódcasts. Pega la dirección de un episodio y obtén ese archivo, o un MP3 del tamaño que quieras.',
  linkForms: [
    'player.fm/series/…/…',
    'de.player.fm/series/…/…, fr., es. y los demás idiomas',
    'player.fm/1AbCdEf – el código corto de un episodio',
  ],
  notice:
    'Unos pocos programas venden sus episodios. Esos no tienen archivo público o están protegidos con DRM, y no se pueden guardar. Todos los demás están abiertos.',
  features: [
    {
      title: 'Formatos que puede tener',
      text: 'MP3 en la gran mayoría de los programas. AAC en M4A. Ogg Vorbis u Opus de algunos programas sobre software libre.',
    },
    {
      title: 'Formatos que hacemos',
      text: 'Un MP3 a tu elección: 128, 192, 256 o 320 kbps, siempre marcado como convertido.',
    },
    {
      title: 'El tamaño de antemano',
      text: 'Player.FM publica cuánto ocupa el archivo de un episodio, así que lo ves antes de gastar tus datos.',
    },
    {
      title: 'Todos los idiomas',
      text: 'Las ediciones alemana, francesa y vietnamita comparten un catálogo. Sirven los enlaces de todas.',
    },
  ],
  tips: [
    'En la página de un programa, haz clic en el título de un episodio; la dirección crece en una segunda parte, y esa sirve.',
    'La aplicación de Player.FM comparte las mismas direcciones: Compartir y luego Copiar.',
    'Si falla un episodio, búscalo en Apple Podcasts; ambos leen el mismo feed, y uno puede estar más al día.',
  ],
  questions: [
    {
      question: '¿Qué tiene que ver Player.FM con el archivo de audio?',
      answer:
        'Es un directorio. El servidor del autor aloja el episodio, Player.FM dice dónde, y lo tomamos de allí.',
    },
    {
      question: '¿Puedo guardar una serie entera de Player.FM?',
      answer:
        'No con la dirección de la serie. Con el feed RSS de su programa, sí: el inicio muestra los episodios, y los que marques se guardan en un ZIP.',
    },
    {
      question: '¿Hace falta una cuenta de Player.FM o su plan prémium?',
      answer:
        'No para programas abiertos. El plan prémium es para la aplicación: sincronizar, buscar, listas. Las páginas de episodios son públicas.',
    },
    {
      question: '¿Qué tasa de MP3 tomo para un episodio de Player.FM?',
      answer:
        'Ninguna, si el original es un MP3: quédate ese. Si no, bastan 128 kbps para voz y 192 para música.',
    },
    {
      question: '¿Por qué un episodio de Player.FM dice «no encontrado» si está en la lista?',
      answer:
        'El directorio recuerda más tiempo que el servidor. Cuando un autor retira el archivo, la entrada se queda un tiempo y no lleva a nada.',
    },
    {
      question: '¿Vienen las notas de un episodio de Player.FM?',
      answer:
        'Su comienzo se muestra en el resultado. Un MP3 que hacemos lleva título, autor y portada; los enlaces y textos largos se quedan en la página del episodio.',
    },
    {
      question: '¿Puedo pegar el feed RSS de un programa en lugar de un enlace de Player.FM?',
      answer: 'En el inicio, sí. Los episodios del feed se muestran con sus títulos, el más nuevo primero.',
    },
  ],
}
