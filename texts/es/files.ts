import type { texts as english } from '../en/files.ts'
import type { In } from '../shape.ts'

export const texts: In<'es', typeof english> = {
  made: 'Otros archivos de audio',
  cover: 'Portada',
  another: 'Otro idioma',
  leaveOut: 'Quitar {name}',
}
