import type { texts as english } from '../en/heads.ts'
import type { In } from '../shape.ts'

export const texts: In<'es', typeof english> = {
  title: '{page} | {name}',
  platform: {
    video: 'Descargar vídeos de {platform} - Gratis en HD',
    episode: 'Descargar de {platform} - Episodios gratis',
    track: 'Descargar de {platform} - MP3 gratis',
  },
  downloader: 'Descargar de {platform}',
  descriptions: {
    video:
      'Guarda un vídeo público de {platform} con {name}: pega el enlace, elige un formato, quédate el archivo. Gratis, sin cuenta.',
    episode:
      'Guarda como audio un episodio público de {platform} con {name}: pega el enlace, elige un formato, quédate el archivo. Gratis, sin cuenta.',
    track:
      'Guarda como audio una pista pública de {platform} con {name}: pega el enlace, elige un formato, quédate el archivo. Gratis, sin cuenta.',
    guide:
      'Guarda un vídeo, una canción o un episodio públicos con {name}, paso a paso: en Windows, Mac, Android, iPhone y iPad.',
    send: 'Cuatro formas de enviar un enlace a {name} sin copiarlo: en la barra de direcciones, como marcador, con un atajo del iPhone, desde el menú de compartir.',
    status:
      'Qué plataformas puede leer {name} ahora mismo, cuánto tarda un enlace y desde cuándo algo falla.',
    help: 'Respuestas sobre {name}: primeros pasos, calidad y formatos, qué hacer si falla un enlace, privacidad y cómo escribirnos.',
    blog: 'Artículos claros sobre guardar contenido: formatos y códecs, derechos de autor y uso legítimo, y plataformas comparadas.',
    privacy: 'Qué guarda {name}, durante cuánto tiempo y qué no guarda nunca. Escrito para leerse.',
    terms: 'Las normas de uso de {name}: qué puedes guardar, qué no está permitido y de qué respondemos.',
    dmca: 'Cómo informar a {name} de una infracción de derechos de autor, cómo responder a un aviso y cuánto tarda cada paso.',
    glossary:
      'Códec, contenedor, bitrate, DRM y los términos de las políticas de {name}, en palabras sencillas.',
    cookies: 'Elige qué cookies opcionales puede usar {name}. Las descargas funcionan igual en ambos casos.',
  },
  pages: {
    guide: 'Cómo descargar vídeos',
    send: 'Enviar un enlace',
    status: 'Estado',
    help: 'Centro de ayuda',
    blog: 'Blog',
    privacy: 'Política de privacidad',
    terms: 'Términos del servicio',
    dmca: 'Política DMCA',
    glossary: 'Glosario de términos',
    cookies: 'Ajustes de cookies',
    preview: 'Vista previa',
    missing: 'Página no encontrada',
    making: 'Tu archivo',
    notFound: 'No encontrado',
    wrong: 'Algo ha salido mal',
  },
  shortcut: 'Pegar un enlace',
  brand: {
    slogan: 'Pega el enlace. Quédate el archivo.',
    tagline:
      'Guarda vídeos, música y episodios de pódcast públicos en la calidad que elijas. Sin cuenta, sin marca de agua, sin instalar nada.',
    title: '{name}: guarda vídeo y audio públicos',
    description:
      'Pega un enlace público, mira sus formatos y tamaños, quédate el archivo. Vídeo, música y pódcasts, gratis y sin cuenta.',
    keywords: 'descargar vídeos, descargar audio, descargar pódcasts, mp4, mp3',
  },
}
