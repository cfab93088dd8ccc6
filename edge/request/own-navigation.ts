import type { Context } from 'hono'
import type { App } from '../app.ts'

/**
 * Returns whether a page of this site opened the document. Returns false if the request does not show it, for
 * example because the browser does not send `Sec-Fetch-Site`. If a service worker passes on a navigation with
 * its own request, Chromium sends `Sec-Fetch-Site: same-origin` even for a link from outside the browser. The
 * `Sec-Fetch-Dest` of such a request is `empty`.
 */
export const isOwnNavigation = (c: Context<App>): boolean =>
  c.req.header('sec-fetch-site') === 'same-origin' && c.req.header('sec-fetch-dest') === 'document'
