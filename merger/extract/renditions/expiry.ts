/** epoch seconds */
const EPOCH = ['expire', 'expires', 'exp', 'x-expires', 'deadline', 'e_time']
/** /expire/1700000000/ and exp=1700000000~acl=/* */
const EMBEDDED = /(?:\/expire\/|\bexp=)(\d{10})(?=[/~&]|$)/
/** Epoch seconds as hexadecimal digits: Facebook and Instagram; Tencent Cloud; ChinaNetCenter. */
const HEXADECIMAL = ['oe', 'txtime', 'wstime']
/** `/<md5>/691f0240/` (Alibaba Cloud, type C) */
const HEXADECIMAL_PATH = /\/[\da-f]{32}\/([\da-f]{8})\//i
/** ISO 8601, also without punctuation, seconds, time or zone. A plus sign in a query is a space. */
const DATE =
  /(?<!\d)(20\d\d)-?(\d\d)-?(\d\d)(?:(?:T|\+| )?(\d\d):?(\d\d)(?::?(\d\d)(?:\.\d{1,9})?)?(?:Z|([+ -])(\d\d):?(\d\d))?)?(?!\d)/g
/** RFC 9110, section 5.6.7 */
const HTTP_DATE = /(\d{1,2})[ +-]([a-z]{3})[a-z]{0,6}[ +-](?:20)?(\d\d)[ +](\d\d:\d\d:\d\d)/gi
/** A query parameter that states an end as a date. `se`: shared access signatures of Azure. */
const DATED =
  /^(?:e|se|(?:x-)?(?:exp\w*|e?_?end_?(?:time|date)?|etime|valid[-_]?(?:to|until)|not[-_]?after|until))$/
/** Signatures in the form of AWS Signature Version 4: Amazon, Google, Alibaba and Volcano Engine. */
const SIGNERS = ['x-amz', 'x-goog', 'x-oss', 'x-tos']
const JWT = /(?<![\w-])eyJ[\w-]{4,2000}\.(eyJ[\w-]{4,4000})\.[\w-]{4,1000}/g
/** Seconds since 1970 in ten decimal or eight hexadecimal digits, or milliseconds. */
const TIME = /(?<![\da-z])(?:0x)?(\d{10}(?:\d{3})?|[\da-f]{8})(?![\da-z])/gi
const LONGEST_MS = 400 * 24 * 3_600_000

/** Epoch milliseconds; the earliest of several, null if there is none. */
export function expiryOf(link: string, now = Date.now()): number | null {
  if (!URL.canParse(link)) return null
  const url = new URL(link)
  const query = new Map([...url.searchParams].map(([name, value]) => [name.toLowerCase(), value]))
  const text = decodedPath(url)
  const ends = [
    ...EPOCH.map((name) => epoch(query.get(name))),
    ...HEXADECIMAL.map((name) => hexadecimal(query.get(name))),
    ...SIGNERS.map((signer) => signed(query.get(`${signer}-date`), query.get(`${signer}-expires`))),
    ...[...query].flatMap(([name, value]) => (DATED.test(name) ? dates(value) : [])),
    hexadecimal(HEXADECIMAL_PATH.exec(text)?.[1]),
    ...[...query.values()].map(encoded),
    cloudfront(query.get('policy')),
    epoch(EMBEDDED.exec(text)?.[1]),
    ...Array.from(text.matchAll(JWT), ([, payload]) => token(payload!)),
    ...Array.from(text.matchAll(TIME), ([, time]) => future(time!, now)),
  ].filter((end) => end !== null)
  return ends.length > 0 ? Math.min(...ends) : null
}

function epoch(text: string | undefined): number | null {
  return text && /^\d{10}$/.test(text) ? Number(text) * 1_000 : null
}

function hexadecimal(text: string | undefined): number | null {
  return text && /^[\da-f]{8}$/i.test(text) ? Number.parseInt(text, 16) * 1_000 : null
}

/** A time in the past says when a file was made. A time in the future can only be an end. */
function future(digits: string, now: number): number | null {
  const time = digits.length === 13 ? Number(digits) : (epoch(digits) ?? hexadecimal(digits)!)
  return time > now && time < now + LONGEST_MS ? time : null
}

/** `date`: such as `20261120T130000Z`; `seconds`: the lifetime. */
function signed(date: string | undefined, seconds: string | undefined): number | null {
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

/** Without a zone, UTC. */
const dates = (text: string): (number | null)[] => [
  ...Array.from(text.matchAll(DATE), (match) => {
    const [, year, month, day, hour = '00', minute = '00', second = '00', sign, hours, minutes] = match
    const zone = sign ? `${sign.replace(' ', '+')}${hours}:${minutes}` : 'Z'
    return numberOrNull(Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`))
  }),
  ...Array.from(text.matchAll(HTTP_DATE), ([, day, month, year, time]) =>
    numberOrNull(Date.parse(`${day} ${month} 20${year} ${time} GMT`)),
  ),
]

/** JSON, also in base64, that is no token of RFC 7519. */
function encoded(value: string): number | null {
  const isBase64 = /^(?:eyJ|ewog)[\w+/-]{10,4000}={0,2}$/.test(value)
  const json = isBase64 ? Buffer.from(value, 'base64').toString('latin1') : value
  if (!json.startsWith('{')) return null
  return epoch(
    /"(?:exp|expires?|expiry|valid_?until|deadline)\w{0,10}"\s*:\s*"?(\d{10})(?!\d)/i.exec(json)?.[1],
  )
}

/** RFC 7519, section 4.1.4. */
function token(payload: string): number | null {
  const end = /"exp"\s*:\s*(\d{10})(?!\d)/.exec(Buffer.from(payload, 'base64url').toString('latin1'))?.[1]
  return epoch(end)
}

/** CloudFront's policy is JSON in base64, but with `-`, `_` and `~` instead of `+`, `=` and `/`. */
function cloudfront(policy: string | undefined): number | null {
  if (!policy) return null
  const json = Buffer.from(
    policy.replaceAll('-', '+').replaceAll('_', '=').replaceAll('~', '/'),
    'base64',
  ).toString('latin1')
  return epoch(/"DateLessThan"\s*:\s*\{\s*"AWS:EpochTime"\s*:\s*(\d{10})/.exec(json)?.[1])
}

const numberOrNull = (value: number) => (Number.isNaN(value) ? null : value)

/** Some signers escape the characters around the time. */
function decodedPath(url: URL): string {
  return `${url.pathname}${url.search}`.replace(/%[2-7][\da-f]/gi, (one) =>
    String.fromCharCode(Number.parseInt(one.slice(1), 16)),
  )
}
