import type { texts as english } from '../en/offline.ts'
import type { In } from '../shape.ts'

export const texts: In<'pt-BR', typeof english> = {
  title: 'Você está sem conexão',
  text: 'Páginas, formatos e arquivos vêm da internet, e este aparelho não consegue alcançá-la. Verifique sua conexão e tente de novo.',
  again: 'Tentar de novo',
}
