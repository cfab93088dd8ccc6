import type { texts as english } from '../en/failures.ts'
import type { In } from '../shape.ts'

export const texts: In<'es', typeof english> = {
  general: {
    bad_link: 'Introduce una URL válida (debe incluir http:// o https://)',
    bad_request: 'No hemos podido leer esta petición. Vuelve a cargar la página e inténtalo de nuevo.',
    body_too_large: 'Esta petición es demasiado grande. Pega solo el enlace.',
    refused_address: 'A esta dirección no se puede llegar desde aquí. Pega un enlace público.',
    unsupported: 'No admitimos este enlace. Pega el enlace de un vídeo, una canción o un episodio públicos.',
    several_items: 'Este enlace lleva a una lista. Pega el enlace de un vídeo o un episodio.',
    split: 'El sitio guarda esta película en varios archivos que no podemos unir. Busca otra copia.',
    private: 'Este elemento es privado. Pega el enlace de uno público.',
    embed_only:
      'Este vídeo solo se reproduce en las páginas que eligió su dueño. Pega el enlace de una de esas páginas.',
    login: 'Este elemento exige iniciar sesión, y solo tratamos elementos públicos. Prueba otro enlace.',
    gate: 'El sitio hace antes una pregunta a sus visitantes, sobre cookies o su edad, que no podemos responder. Si el mismo elemento está en otro sitio, pega ese enlace.',
    age: 'Este elemento tiene restricción de edad y exige iniciar sesión, cosa que no hacemos. Prueba otro enlace.',
    paid: 'Este elemento es de pago, solo para miembros o tiene contraseña. Prueba uno público.',
    drm: 'Este elemento está protegido (DRM) y no se puede descargar. Prueba otro.',
    geo: 'Este elemento no está disponible en la región de nuestro servidor. Si el mismo elemento está en otro sitio, pega ese enlace.',
    blocked: 'Este elemento se bloqueó tras una queja y no se puede descargar aquí. Prueba otro enlace.',
    switched_off:
      'Por ahora hemos desactivado las descargas de este sitio. Prueba un enlace de otro sitio o vuelve más tarde.',
    removed: 'Este elemento se retiró o nunca existió. Comprueba el enlace.',
    live: 'Esto sigue en directo. Vuelve cuando haya terminado.',
    post_live:
      'Este directo acaba de terminar y su grabación aún se está preparando. Inténtalo dentro de unas horas.',
    not_started: 'Esto aún no ha empezado. Vuelve cuando se haya publicado.',
    no_media: 'Detrás de este enlace no hay vídeo ni audio. Pega el enlace del propio elemento.',
    stream_only:
      'El sitio envía este elemento de una forma que no podemos guardar. Si está en otro sitio, pega ese enlace.',
    bad_clip:
      'Este fragmento no está dentro del elemento. Elige un inicio anterior al final, y un final dentro de su duración.',
    too_big: 'Este elemento es demasiado largo o grande para nosotros. Elige uno menor.',
    site_limit: 'El sitio nos está limitando. Inténtalo dentro de unos minutos.',
    site_blocks_us:
      'Este sitio rechaza ahora nuestros servidores. Otros sitios funcionan; prueba este más tarde.',
    exit_down: 'Nuestra conexión con este sitio está caída. Otros sitios funcionan; prueba este más tarde.',
    exit_used:
      'Leemos solo un número limitado de enlaces de un sitio por hora. Otros sitios funcionan; prueba este dentro de unos minutos.',
    unreachable: 'No hemos podido llegar al sitio. Comprueba el enlace o inténtalo más tarde.',
    timeout: 'El sitio ha tardado demasiado en responder. Inténtalo de nuevo.',
    too_slow: 'El origen es demasiado lento para terminar este archivo. Elige un formato menor.',
    broken: 'Algo ha cambiado en el sitio y no podemos leerlo. Inténtalo más tarde o informa de este enlace.',
    busy: 'Todas nuestras máquinas están ocupadas. Inténtalo dentro de un minuto.',
    merger_down: 'Nuestro servicio de procesamiento no responde. Inténtalo dentro de un minuto.',
    rate_limited: 'Demasiadas peticiones. Espera {seconds} segundos e inténtalo de nuevo.',
    day_used:
      'Tu conexión ha usado lo que una conexión puede usar en un día. Inténtalo después de las 00:00 UTC.',
    day_over:
      'Hemos hecho tantos archivos como podemos hacer hoy. Elige un formato que no necesite unirse o inténtalo después de las 00:00 UTC.',
    stale: 'Este enlace ha caducado. Empieza de nuevo desde el inicio.',
    forbidden: 'Esta petición no la hizo nuestra página. Abre el inicio e inténtalo de nuevo.',
    media_type: 'El origen no ha enviado vídeo, audio ni una imagen. Elige otro formato.',
    unreadable: 'Este archivo está dañado o en una forma que no podemos leer. Elige otro formato.',
    no_sound: 'Este vídeo no tiene sonido. Elige un formato de vídeo.',
    no_picture: 'Esto es sonido sin imagen. Elige un formato de audio.',
    no_subtitles: 'No se pudieron leer estos subtítulos. Elige otro idioma.',
    in_parts: 'El sitio envía solo una parte de este formato. Elige otro formato.',
    source_failed: 'El origen ha dejado de enviar este archivo. Inténtalo de nuevo o elige otro formato.',
    merge_failed: 'Este formato no se ha podido unir. Inténtalo de nuevo o elige otro formato.',
    format_gone:
      'El formato pedido ya no está disponible. 💡 Vuelve a cargar el inicio y elige otra calidad de vídeo.',
    item_moved:
      'La lista de este enlace ha cambiado, y el elemento que elegiste no se encontró en ella. Pega otra vez el enlace en el inicio y elige el elemento de la lista.',
    file_gone:
      'Este archivo ha caducado y ya no se puede descargar. Vuelve al inicio para descargar una copia nueva.',
    not_found: 'No hay nada en esta dirección. Empieza desde el inicio.',
    cancelled: 'Se ha cancelado. Elige un formato otra vez.',
    internal: 'Algo ha salido mal por nuestra parte. Inténtalo de nuevo.',
  },
  withSite: {
    switched_off:
      'Por ahora hemos desactivado las descargas de {site}. Prueba un enlace de otro sitio o vuelve más tarde.',
    site_blocks_us:
      '{site} rechaza ahora nuestros servidores. Otros sitios funcionan; prueba este más tarde.',
    exit_down: 'Nuestra conexión con {site} está caída. Otros sitios funcionan; prueba este más tarde.',
    exit_used:
      'Leemos solo un número limitado de enlaces de {site} por hora. Otros sitios funcionan; prueba este dentro de unos minutos.',
  },
  special: {
    podcast_no_media:
      'No hemos encontrado ningún archivo público de este episodio. Puede ser solo para suscriptores. Prueba otro.',
    instagram_login:
      'Instagram muestra esta publicación solo tras iniciar sesión, y no lo hacemos. Prueba otro enlace.',
    tunein_live: 'Esto es una emisora en directo y no tiene final. Busca un programa grabado de ella.',
    spotify_drm:
      'Spotify protege su audio con DRM, así que no se puede descargar aquí. Muchos pódcasts de Spotify se publican también en abierto: pega el enlace de Apple Podcasts, Player.FM o RSS del mismo episodio.',
    youtube_live:
      'Este enlace lleva a la página de directo de un canal, y los directos no se pueden guardar mientras emiten. Pega el enlace del vídeo cuando haya terminado.',
    own_link: 'Este es un enlace de esta página. Pega el enlace de un vídeo, una canción o un episodio.',
  },
  workOff: {
    merges: 'Ahora mismo no creamos archivos. Elige un formato que no necesite unirse o vuelve más tarde.',
    relays:
      'Ahora mismo no transmitimos contenido de este sitio. Prueba un enlace de otro sitio o vuelve más tarde.',
    extractions: 'Ahora mismo no leemos enlaces. Vuelve más tarde.',
  },
  tip: '💡 Vuelve a cargar el inicio y elige otra calidad de vídeo.',
  page: {
    home: {
      failed: 'No se pudo procesar el vídeo',
      noDetails: 'No se pudieron obtener los datos del vídeo. La respuesta no tenía el formato esperado.',
      exception: 'Ocurrió un error al procesar el vídeo',
    },
    plain: {
      failed: 'No se pudo procesar el vídeo',
      noDetails: 'No se pudieron obtener los datos del vídeo.',
      exception: 'Ocurrió un error al procesar el vídeo',
    },
    video: {
      failed: 'No se pudo procesar el vídeo de {platform}',
      noDetails: 'No se pudieron obtener los datos del vídeo de {platform}.',
      exception: 'Ocurrió un error al procesar el vídeo de {platform}',
    },
    episode: {
      failed: 'No se pudo procesar el episodio de {platform}',
      noDetails: 'No se pudieron obtener los datos del episodio de {platform}.',
      exception: 'Ocurrió un error al procesar el episodio de {platform}',
    },
    track: {
      failed: 'No se pudo procesar la pista de {platform}',
      noDetails: 'No se pudieron obtener los datos de la pista de {platform}.',
      exception: 'Ocurrió un error al procesar la pista de {platform}',
    },
    content: {
      failed: 'No se pudo procesar el contenido de {platform}',
      noDetails: 'No se pudieron obtener los datos del contenido de {platform}.',
      exception: 'Ocurrió un error al procesar el contenido de {platform}',
    },
  },
}
