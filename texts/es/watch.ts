import type { texts as english } from '../en/watch.ts'
import type { In } from '../shape.ts'

export const texts: In<'es', typeof english> = {
  watch: 'Ver {title}',
  listen: 'Escuchar {title}',
  clip: 'Corte',
  chapters: { one: '{n} capítulo', many: '{n} capítulos', other: '{n} capítulos' },
  subtitles: { one: '{n} subtítulo', many: '{n} subtítulos', other: '{n} subtítulos' },
  downloadClip: 'Descargar corte de {length}',
  moment: 'Un momento…',
  qualityOfAll: 'Calidad de todo',
  suggested: 'Sugerida',
  savedZips: {
    one: '{items} elementos guardados en {n} ZIP.',
    many: '{items} elementos guardados en {n} ZIP.',
    other: '{items} elementos guardados en {n} ZIP.',
  },
  start: 'Inicio',
  end: 'Final',
  startHandle: 'Inicio del fragmento',
  endHandle: 'Final del fragmento',
  whole: 'Vídeo entero',
  minute: 'Cerca de {time}',
}
