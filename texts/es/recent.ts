import type { texts as english } from '../en/recent.ts'
import type { In } from '../shape.ts'

export const texts: In<'es', typeof english> = {
  title: 'Descargas recientes',
  keep: 'Guardar una lista de mis últimas 10 descargas. Se queda en este navegador y no la vemos.',
  nothing: 'Nada todavía.',
  again: 'Obtener de nuevo',
  againNamed: ': {title}, en otra pestaña',
  clear: 'Borrar la lista',
}
