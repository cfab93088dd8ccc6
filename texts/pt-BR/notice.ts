import type { texts as english } from '../en/notice.ts'
import type { In } from '../shape.ts'

export const texts: In<'pt-BR', typeof english> = {
  refused: '{platform} nos recusa desde {time}.',
  limited: '{platform} nos limita desde {time}.',
  unreachable: 'Sem conexão com {platform} desde {time}.',
}
