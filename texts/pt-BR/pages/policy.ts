import type { texts as english } from '../../en/pages/policy.ts'
import type { In } from '../../shape.ts'

export const texts: In<'pt-BR', typeof english> = {
  privacy: {
    title: 'Aviso de privacidade',
    lead: 'O que o {name} guarda, por quanto tempo e o que nunca guarda.',
  },
  terms: { title: 'Termos de serviço', lead: 'As regras de uso do {name}, tão curtas quanto possível.' },
  dmca: {
    title: 'Política DMCA',
    lead: 'Como relatar uma violação de direitos autorais, como responder a um aviso e quanto demora cada etapa. Escreva para <dmcaMail>{dmcaEmail}</dmcaMail>.',
  },
  changed: 'Última mudança em {day}',
}
