import type { texts as english } from '../en/notice.ts'
import type { In } from '../shape.ts'

export const texts: In<'es', typeof english> = {
  refused: '{platform} nos rechaza desde {time}.',
  limited: '{platform} nos limita desde {time}.',
  unreachable: 'Sin conexión con {platform} desde {time}.',
}
