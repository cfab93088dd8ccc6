import type { texts as english } from '../en/tray.ts'
import type { In } from '../shape.ts'

export const texts: In<'es', typeof english> = {
  title: 'Tus enlaces',
  close: 'Vaciar la lista',
  count: { one: '{n} enlace', many: '{n} de enlaces', other: '{n} enlaces' },
  repeated: {
    one: '{n} enlace ya estaba en la lista.',
    many: '{n} de enlaces ya estaban en la lista.',
    other: '{n} enlaces ya estaban en la lista.',
  },
  surplus: {
    one: 'En esta lista caben {most} enlaces; {n} se ha quedado fuera.',
    many: 'En esta lista caben {most} enlaces; {n} se han quedado fuera.',
    other: 'En esta lista caben {most} enlaces; {n} se han quedado fuera.',
  },
  unread: {
    one: 'No es un enlace que podamos leer: {lines}',
    many: 'No son enlaces que podamos leer: {lines}',
    other: 'No son enlaces que podamos leer: {lines}',
  },
  reading: 'Leyendo el enlace',
  queued: 'Espera su turno',
  saving: 'Guardando {title}',
  goesOn: 'Demasiadas peticiones seguidas. Continúa en un minuto.',
  list: {
    one: 'Lista de {n} elemento',
    many: 'Lista de {n} de elementos',
    other: 'Lista de {n} elementos',
  },
  open: 'Abrir {title}',
  remove: 'Quitar {title}',
  formatOf: 'Formato de {title}',
  original: 'Audio original',
  asZip: 'Un solo ZIP',
  asks: 'Si el navegador pregunta, permite varias descargas.',
  savedFiles: {
    one: 'Se ha guardado {n} archivo.',
    many: 'Se han guardado {n} de archivos.',
    other: 'Se han guardado {n} archivos.',
  },
  next: { one: '{n} más', many: '{n} más', other: '{n} más' },
  noMore: 'El sitio no muestra más.',
  most: 'Aquí la lista termina en el elemento {most}, aunque el sitio tenga más.',
  notWritten: 'No se pudo escribir el ZIP. Puede que el disco esté lleno.',
  oldestFirst: 'Antiguos primero',
  lastFirst: 'Últimos primero',
  numbers: 'Elegir por número',
  numbersLike: '1-10, 15',
  pick: 'Elegir',
}
