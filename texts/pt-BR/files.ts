import type { texts as english } from '../en/files.ts'
import type { In } from '../shape.ts'

export const texts: In<'pt-BR', typeof english> = {
  made: 'Outros arquivos de áudio',
  cover: 'Capa',
  another: 'Outro idioma',
  leaveOut: 'Tirar {name}',
}
