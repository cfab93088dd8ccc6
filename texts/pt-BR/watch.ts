import type { texts as english } from '../en/watch.ts'
import type { In } from '../shape.ts'

export const texts: In<'pt-BR', typeof english> = {
  watch: 'Ver {title}',
  listen: 'Ouvir {title}',
  clip: 'Trecho',
  chapters: { one: '{n} capítulo', many: '{n} capítulos', other: '{n} capítulos' },
  subtitles: { one: '{n} legenda', many: '{n} legendas', other: '{n} legendas' },
  downloadClip: 'Baixar trecho de {length}',
  moment: 'Um momento…',
  qualityOfAll: 'Qualidade de tudo',
  suggested: 'Sugerida',
  savedZips: {
    one: '{items} itens salvos em {n} ZIP.',
    many: '{items} itens salvos em {n} ZIPs.',
    other: '{items} itens salvos em {n} ZIPs.',
  },
  start: 'Início',
  end: 'Fim',
  startHandle: 'Início do trecho',
  endHandle: 'Fim do trecho',
  whole: 'Vídeo inteiro',
  minute: 'Perto de {time}',
}
