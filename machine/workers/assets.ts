type AssetsEnv = { PAGES: Fetcher }

const TYPES: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  svg: 'image/svg+xml',
  png: 'image/png',
  woff2: 'font/woff2',
}

/** The binding ASSETS: the built pages, from a folder. */
export default {
  async fetch(request: Request, { PAGES }: AssetsEnv): Promise<Response> {
    const { pathname } = new URL(request.url)
    const type = TYPES[pathname.slice(pathname.lastIndexOf('.') + 1)]
    if (type === undefined) return new Response(null, { status: 404 })
    const found = await PAGES.fetch(`http://pages${pathname}`, { method: request.method })
    if (!found.ok) return new Response(null, { status: 404 })
    const etag = `"${found.headers.get('content-length')}-${Date.parse(found.headers.get('last-modified') ?? '')}"`
    const headers = { 'content-type': type, etag }
    if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers })
    return new Response(found.body, { headers })
  },
}
