import type { texts as english } from '../en/files.ts'
import type { In } from '../shape.ts'

export const texts: In<'pt-BR', typeof english> = {
  made: 'Outros arquivos de áudio',
  cover: 'Capa',
  another: 'Outro idioma',
  leaveOut: 'Tirar {name}',
  subtitles: {
    all: 'Todos os idiomas em SRT',
    saving: '{done} de {total}',
    lost: 'Não foi possível ler: {names}',
  },
  chapters: {
    save: {
      one: 'Salvar {n} capítulo em {format}',
      many: 'Salvar todos os {n} capítulos em {format}',
      other: 'Salvar todos os {n} capítulos em {format}',
    },
    again: {
      one: 'Salvar o {n} que falhou',
      many: 'Salvar os {n} que falharam',
      other: 'Salvar os {n} que falharam',
    },
    asks: 'Um arquivo por capítulo, numerados. Seu navegador pode perguntar se permite salvar vários.',
    saving: 'Capítulo {at} de {total}: {percent}%',
    waiting: 'Continua em um minuto.',
    saved: {
      one: '{n} arquivo salvo.',
      many: '{n} arquivos salvos.',
      other: '{n} arquivos salvos.',
    },
    lost: 'Não salvos: {titles}',
  },
}
