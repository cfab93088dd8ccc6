import type { texts as english } from '../../en/pages/status.ts'
import type { In } from '../../shape.ts'

export const texts: In<'es', typeof english> = {
  title: 'Estado',
  lead: 'Lo que funciona aquí ahora mismo, contado con los enlaces de la última hora.',
  asOf: 'A las {time} UTC.',
  faults: {
    down: 'El procesamiento está en pausa. Ahora mismo no se puede leer ningún enlace.',
    merges:
      'Ahora mismo, unir archivos falla más veces de las que sale bien. Los archivos que ya están completos en la plataforma se pueden guardar.',
    day: 'El trabajo de este día está agotado. Los archivos se vuelven a unir después de las 00:00 UTC; los que ya están completos en la plataforma se pueden guardar.',
  },
  columns: { platform: 'Plataforma', state: 'Estado', time: 'Tiempo habitual' },
  since: 'desde {time} UTC',
  otherSites: 'Otros sitios',
  states: {
    works: 'funciona',
    limited: 'limitada',
    refused: 'rechazada',
    unreachable: 'sin conexión',
    unknown: 'sin noticias',
  },
  meaning: 'Qué significan las palabras',
  meanings: {
    works: 'Se leyó un enlace en la última hora.',
    limited:
      'La plataforma rechaza algunas de nuestras solicitudes, o fallaron más de la mitad de los últimos enlaces.',
    refused: 'La plataforma rechaza todos nuestros servidores. Lo intentan de nuevo con un enlace nuestro.',
    unreachable: 'Ninguno de nuestros servidores logra conectarse con la plataforma.',
    unknown: 'En la última hora no se leyó ningún enlace de esta plataforma, y no se sabe que algo falle.',
  },
}
