import type { texts as english } from '../../en/pages/policy.ts'
import type { In } from '../../shape.ts'

export const texts: In<'es', typeof english> = {
  privacy: {
    title: 'Política de privacidad',
    lead: 'Qué guarda {name}, durante cuánto tiempo y qué no guarda nunca.',
  },
  terms: { title: 'Términos del servicio', lead: 'Las normas de uso de {name}, tan breves como se puede.' },
  dmca: {
    title: 'Política DMCA',
    lead: 'Cómo informar de una infracción de derechos de autor, cómo responder a un aviso y cuánto tarda cada paso. Escribe a <dmcaMail>{dmcaEmail}</dmcaMail>.',
  },
  changed: 'Último cambio: {day}',
}
