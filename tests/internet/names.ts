// The answers of the DNS server. A name that is not listed here resolves to PUBLIC; answerFor has the
// exceptions.

/** The public address of all origins. */
export const PUBLIC = '93.184.216.34'
/** A public address without a route (see enter.sh). Connections to it fail. */
export const DEAD = '93.184.216.99'

/**
 * The addresses of a name. From the second question on, `later` is the answer (DNS rebinding). An answer
 * without any address is NXDOMAIN.
 */
export type Answer = { a?: string[]; aaaa?: string[]; cname?: string; later?: Answer }

const inside = (a: string): Answer => ({ a: [a] })

export const names: Record<string, Answer> = {
  'dead.example': { a: [DEAD] },
  'nowhere.example': {},
  // Mergers elsewhere: machines with addresses of their own.
  'merger-one.example': { a: ['93.184.216.41'] },
  'merger-two.example': { a: ['93.184.216.42'] },
  'six.example': { aaaa: ['2606:2800:220:1::34'] },
  // These names have addresses that are not public. The product must never connect to such an address.
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

/** Returns the address in an `*.nip.test` name: 10-0-0-1.nip.test, 127.0.0.1.nip.test, 7f000001.nip.test. */
export function spelled(name: string): Answer | undefined {
  const label = /^(?:.*\.)?((?:\d{1,3}[.-]){3}\d{1,3}|[0-9a-f]{8})\.nip\.test$/.exec(name)?.[1]
  if (!label) return undefined
  const bytes = /^[0-9a-f]{8}$/.test(label) ? [...Buffer.from(label, 'hex')] : label.split(/[.-]/).map(Number)
  return inside(bytes.join('.'))
}

/** Returns the answer to a question for `name`. `askedBefore` is true from the second question on. */
export function answerFor(name: string, askedBefore: boolean): Answer {
  const lower = name.toLowerCase().replace(/\.$/, '')
  const known = names[lower] ?? spelled(lower)
  if (!known) return lower.endsWith('.invalid') ? {} : { a: [PUBLIC] }
  return askedBefore && known.later ? known.later : known
}
