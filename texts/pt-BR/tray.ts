import type { texts as english } from '../en/tray.ts'
import type { In } from '../shape.ts'

export const texts: In<'pt-BR', typeof english> = {
  title: 'Seus links',
  close: 'Esvaziar a lista',
  count: { one: '{n} link', many: '{n} de links', other: '{n} links' },
  repeated: {
    one: '{n} link já estava na lista.',
    many: '{n} de links já estavam na lista.',
    other: '{n} links já estavam na lista.',
  },
  surplus: {
    one: 'Esta lista aceita {most} links; {n} ficou de fora.',
    many: 'Esta lista aceita {most} links; {n} ficaram de fora.',
    other: 'Esta lista aceita {most} links; {n} ficaram de fora.',
  },
  unread: {
    one: 'Não é um link que conseguimos ler: {lines}',
    many: 'Não são links que conseguimos ler: {lines}',
    other: 'Não são links que conseguimos ler: {lines}',
  },
  reading: 'Lendo o link',
  queued: 'Aguarda a vez',
  saving: 'Salvando {title}',
  goesOn: 'Muitos pedidos seguidos. Continua em um minuto.',
  list: {
    one: 'Uma lista de {n} item',
    many: 'Uma lista de {n} de itens',
    other: 'Uma lista de {n} itens',
  },
  open: 'Abrir {title}',
  remove: 'Tirar {title}',
  formatOf: 'Formato de {title}',
  original: 'Som original',
  asZip: 'Um só ZIP',
  asks: 'Se o navegador perguntar, permita vários downloads.',
  savedFiles: {
    one: '{n} arquivo salvo.',
    many: '{n} de arquivos salvos.',
    other: '{n} arquivos salvos.',
  },
  next: { one: 'Mais {n}', many: 'Mais {n}', other: 'Mais {n}' },
  noMore: 'O site não lista mais itens.',
  most: 'Aqui a lista termina no item {most}, mesmo que o site tenha mais.',
  notWritten: 'Não foi possível gravar o ZIP. O disco pode estar cheio.',
  oldestFirst: 'Antigos primeiro',
  lastFirst: 'Últimos primeiro',
  numbers: 'Escolher por número',
  numbersLike: '1-10, 15',
  pick: 'Escolher',
}
