import type { texts as english } from '../en/files.ts'
import type { In } from '../shape.ts'

export const texts: In<'es', typeof english> = {
  made: 'Otros archivos de audio',
  cover: 'Portada',
  another: 'Otro idioma',
  leaveOut: 'Quitar {name}',
  subtitles: {
    all: 'Todos los idiomas en SRT',
    saving: '{done} de {total}',
    lost: 'No se pudieron leer: {names}',
  },
  chapters: {
    save: {
      one: 'Guardar {n} capítulo en {format}',
      many: 'Guardar los {n} capítulos en {format}',
      other: 'Guardar los {n} capítulos en {format}',
    },
    again: {
      one: 'Guardar el {n} que falló',
      many: 'Guardar los {n} que fallaron',
      other: 'Guardar los {n} que fallaron',
    },
    asks: 'Un archivo por capítulo, numerados. Tu navegador puede preguntar si permite guardar varios.',
    saving: 'Capítulo {at} de {total}: {percent} %',
    waiting: 'Continúa en un minuto.',
    saved: {
      one: '{n} archivo guardado.',
      many: '{n} archivos guardados.',
      other: '{n} archivos guardados.',
    },
    lost: 'Sin guardar: {titles}',
  },
}
