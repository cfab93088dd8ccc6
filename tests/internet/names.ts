// What the sealed DNS answers. Every name that is not listed leads to PUBLIC; data only.

/** The one public address behind which all origins stand. */
export const PUBLIC = '93.184.216.34'
/** A public address nothing can connect to (enter.sh makes it unreachable). */
export const DEAD = '93.184.216.99'

/** Addresses of a name; `later` is what every further question gets (rebinding); no address at all = NXDOMAIN. */
export type Answer = { a?: string[]; aaaa?: string[]; cname?: string; later?: Answer }

const inside = (a: string): Answer => ({ a: [a] })

export const names: Record<string, Answer> = {
  'dead.example': { a: [DEAD] },
  'nowhere.example': {},
  'six.example': { aaaa: ['2606:2800:220:1::34'] },
  // Names that lead inside: nothing of ours may ever connect to them.
  'inside.example': inside('10.0.0.5'),
  'loop.test': inside('127.0.0.1'),
  'private.test': inside('10.0.0.5'),
  'link.test': inside('169.254.169.254'),
  'cgnat.test': inside('100.64.0.1'),
  'zero.test': inside('0.0.0.0'),
  'mapped.test': { aaaa: ['::ffff:127.0.0.1'] },
  'ula.test': { aaaa: ['fd00::1'] },
  'v6loop.test': { aaaa: ['::1'] },
  'mixed.test': { a: [PUBLIC, '10.0.0.5'] },
  'rebind.test': { a: [PUBLIC], later: inside('127.0.0.1') },
  'cname.test': { cname: 'private.test' },
}

/** The address that an `*.nip.test` name spells: 10-0-0-1.nip.test, 127.0.0.1.nip.test or 7f000001.nip.test. */
export function spelled(name: string): Answer | undefined {
  const label = /^(?:.*\.)?((?:\d{1,3}[.-]){3}\d{1,3}|[0-9a-f]{8})\.nip\.test$/.exec(name)?.[1]
  if (!label) return undefined
  const bytes = /^[0-9a-f]{8}$/.test(label) ? [...Buffer.from(label, 'hex')] : label.split(/[.-]/).map(Number)
  return inside(bytes.join('.'))
}

/** What a question for `name` gets, however often it was asked before. */
export function answerFor(name: string, askedBefore: boolean): Answer {
  const lower = name.toLowerCase().replace(/\.$/, '')
  const known = names[lower] ?? spelled(lower)
  if (!known) return lower.endsWith('.invalid') ? {} : { a: [PUBLIC] }
  return askedBefore && known.later ? known.later : known
}
