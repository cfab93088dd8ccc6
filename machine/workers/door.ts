import ipaddr from 'ipaddr.js'

type DoorEnv = { EDGE: Fetcher; TRUSTED_PROXIES: string[] }

const PAGE_TYPES =
  /^(text\/(html|css|javascript|plain)|application\/(json|xml|manifest\+json)|image\/svg\+xml)/

/** The only way in. Does what Cloudflare does before a Worker: the visitor's address, TLS, compression. */
export default {
  async fetch(request: Request, env: DoorEnv): Promise<Response> {
    const peer = peerOf(request)
    const isTrusted = isIn(peer, env.TRUSTED_PROXIES)
    const headers = new Headers(request.headers)
    for (const name of Array.from(headers.keys())) if (name.startsWith('cf-')) headers.delete(name)
    headers.set('cf-connecting-ip', isTrusted ? visitorOf(request, peer, env.TRUSTED_PROXIES) : peer)
    const url = new URL(request.url)
    if (isTrusted && request.headers.get('x-forwarded-proto') === 'https') url.protocol = 'https:'
    for (const name of ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host']) headers.delete(name)
    const answer = await env.EDGE.fetch(
      new Request(url, new Request(request, { headers, redirect: 'manual' })),
    )
    return compressed(request, answer)
  },
}

function peerOf(request: Request): string {
  const { clientIp = '' } = (request.cf ?? {}) as { clientIp?: string }
  // workerd writes `192.0.2.1:50704` or `[2001:db8::1]:50704`.
  const address = clientIp.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1')
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : ''
}

function isIn(address: string, blocks: readonly string[]): boolean {
  if (address === '') return false
  const parsed = ipaddr.process(address)
  return blocks.some((block) => {
    const [network, bits] = ipaddr.parseCIDR(block)
    return network.kind() === parsed.kind() && parsed.match(network, bits)
  })
}

/** The last address that no proxy of ours has: anybody can write the ones before it. */
function visitorOf(request: Request, peer: string, proxies: readonly string[]): string {
  const named = (request.headers.get('x-forwarded-for') ?? '').split(',').map((one) => one.trim())
  const last = named.findLast((one) => !ipaddr.isValid(one) || !isIn(one, proxies))
  return last && ipaddr.isValid(last) ? last : peer
}

/** workerd compresses a body whose encoding a Worker names. Streams of events must not wait in a buffer. */
function compressed(request: Request, answer: Response): Response {
  const isText = PAGE_TYPES.test(answer.headers.get('content-type') ?? '')
  const accepts = /\bgzip\b/.test(request.headers.get('accept-encoding') ?? '')
  if (!isText || !accepts) return answer
  if (answer.status !== 200 || !answer.body) return answer
  if (answer.headers.has('content-encoding')) return answer
  const headers = new Headers(answer.headers)
  headers.set('content-encoding', 'gzip')
  headers.append('vary', 'accept-encoding')
  headers.delete('content-length')
  return new Response(answer.body, { status: answer.status, headers })
}
