// The answers of the DNS server. A name under .invalid does not exist. A name under .nip.test resolves to the
// address that the name contains. Every other name that is not listed here resolves to PUBLIC.

/** The public IP address that all origins share. */
export const PUBLIC = '93.184.216.34'
/** A public IP address that enter.sh makes unreachable, so connections to it fail. */
const DEAD = '93.184.216.99'

/**
 * The DNS records of a name. If it has no records, the reply is NXDOMAIN. If `later` is set, the first query
 * of each type (A, AAAA) gets these records, and every further query gets those of `later` (DNS rebinding).
 */
export type Answer = { a?: string[]; aaaa?: string[]; cname?: string; later?: Answer }

const inside = (a: string): Answer => ({ a: [a] })

export const names: Record<string, Answer> = {
  'dead.example': { a: [DEAD] },
  'nowhere.example': {},
  // Hosts of mergers outside Cloudflare, each with its own address.
  'merger-one.example': { a: ['93.184.216.41'] },
  'merger-two.example': { a: ['93.184.216.42'] },
  // The product of the tests, with the name of another brand.
  'tidepool.example': inside('127.0.0.1'),
  'six.example': { aaaa: ['2606:2800:220:1::34'] },
  // These names resolve to private addresses, to which the product must never connect.
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

/**
 * Returns an answer with the IP address that an `*.nip.test` name contains, for example 10-0-0-1.nip.test,
 * 127.0.0.1.nip.test or 7f000001.nip.test. Returns undefined for any other name.
 */
function addressInName(name: string): Answer | undefined {
  const label = /^(?:.*\.)?((?:\d{1,3}[.-]){3}\d{1,3}|[0-9a-f]{8})\.nip\.test$/.exec(name)?.[1]
  if (!label) return undefined
  const bytes = /^[0-9a-f]{8}$/.test(label) ? [...Buffer.from(label, 'hex')] : label.split(/[.-]/).map(Number)
  return inside(bytes.join('.'))
}

/** Returns the answer to a query for `name`. `askedBefore`: an earlier query had the same name and type. */
export function answerFor(name: string, askedBefore: boolean): Answer {
  const lower = name.toLowerCase().replace(/\.$/, '')
  // NAME.rebind.test resolves like rebind.test. Each test uses its own NAME, so that its first query gets the
  // public address even if other tests have run before.
  const known = names[lower.replace(/^[\w-]+\.(?=rebind\.test$)/, '')] ?? addressInName(lower)
  if (!known) return lower.endsWith('.invalid') ? {} : { a: [PUBLIC] }
  return askedBefore && known.later ? known.later : known
}
