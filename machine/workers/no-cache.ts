/** The cache of a Cloudflare location, always empty: browsers keep what they may. */
export default {
  async fetch(request: Request): Promise<Response> {
    await request.body?.cancel()
    if (request.method === 'PUT') return new Response(null, { status: 204 })
    const isRead = request.method === 'GET'
    return new Response(null, { status: isRead ? 504 : 404, headers: { 'cf-cache-status': 'MISS' } })
  },
}
