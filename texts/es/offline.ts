import type { texts as english } from '../en/offline.ts'
import type { In } from '../shape.ts'

export const texts: In<'es', typeof english> = {
  title: 'No tienes conexión',
  text: 'Las páginas, los formatos y los archivos vienen de internet, y este dispositivo no puede conectarse. Comprueba tu conexión e inténtalo de nuevo.',
  again: 'Reintentar',
}
