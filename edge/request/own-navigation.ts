import type { Context } from 'hono'
import type { App } from '../app.ts'

/**
 * Returns whether a page of this site opened the requested document. Returns false if the headers do not show
 * it, for example because the browser does not send `Sec-Fetch-Site`. `Sec-Fetch-Dest` is checked too,
 * because a service worker can repeat a navigation as its own request. Chromium sends such a request with
 * `Sec-Fetch-Site: same-origin`, even if the visitor typed the URL. But it also sends
 * `Sec-Fetch-Dest: empty`.
 */
export const isOwnNavigation = (c: Context<App>): boolean =>
  c.req.header('sec-fetch-site') === 'same-origin' && c.req.header('sec-fetch-dest') === 'document'
