/** epoch seconds */
const EPOCH = ['expire', 'expires', 'exp', 'x-expires', 'deadline', 'e_time']
/** /expire/1700000000/ and exp=1700000000~acl=/* */
const EMBEDDED = /(?:\/expire\/|\bexp=)(\d{10})(?=[/~&]|$)/

/** Epoch milliseconds; the earliest of several, null if there is none. */
export function expiryOf(link: string): number | null {
  if (!URL.canParse(link)) return null
  const url = new URL(link)
  const query = new Map([...url.searchParams].map(([name, value]) => [name.toLowerCase(), value]))
  const ends = [
    ...EPOCH.map((name) => epoch(query.get(name))),
    // In the parameter `oe`, Facebook and Instagram write the expiry time in epoch seconds, as hexadecimal
    // digits.
    /^[\da-f]{8}$/i.test(query.get('oe') ?? '') ? Number.parseInt(query.get('oe')!, 16) * 1_000 : null,
    amazon(query.get('x-amz-date'), query.get('x-amz-expires')),
    cloudfront(query.get('policy')),
    epoch(EMBEDDED.exec(decodedPath(url))?.[1]),
  ].filter((end) => end !== null)
  return ends.length > 0 ? Math.min(...ends) : null
}

function epoch(text: string | undefined): number | null {
  return text && /^\d{10}$/.test(text) ? Number(text) * 1_000 : null
}

/** AWS Signature Version 4. `date`: such as `20261120T130000Z`; `seconds`: the lifetime. */
function amazon(date: string | undefined, seconds: string | undefined): number | null {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date ?? '')
  if (!match || !/^\d{1,7}$/.test(seconds ?? '')) return null
  const [year, month, day, hour, minute, second] = match.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  return Date.UTC(year, month - 1, day, hour, minute, second) + Number(seconds) * 1_000
}

/** CloudFront's policy is JSON in base64, but with `-`, `_` and `~` instead of `+`, `=` and `/`. */
function cloudfront(policy: string | undefined): number | null {
  if (!policy) return null
  const json = Buffer.from(
    policy.replaceAll('-', '+').replaceAll('_', '=').replaceAll('~', '/'),
    'base64',
  ).toString('latin1')
  return epoch(/"AWS:EpochTime":\s*(\d{10})/.exec(json)?.[1])
}

function decodedPath(url: URL): string {
  return `${url.pathname}${url.search}`.replaceAll('%7E', '~').replaceAll('%3D', '=')
}
