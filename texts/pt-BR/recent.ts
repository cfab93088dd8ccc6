import type { texts as english } from '../en/recent.ts'
import type { In } from '../shape.ts'

export const texts: In<'pt-BR', typeof english> = {
  title: 'Downloads recentes',
  keep: 'Guardar uma lista dos meus últimos 10 downloads. Ela fica neste navegador, e nós não a vemos.',
  nothing: 'Nada ainda.',
  again: 'Obter de novo',
  againNamed: ': {title}, em uma nova aba',
  clear: 'Limpar a lista',
}
