import type { Context } from 'hono'
import type { App } from '../app.ts'

/**
 * Returns whether a page of this site opened the requested document. Returns false if this is unknown: for
 * example, some browsers do not send `Sec-Fetch-Site`. `Sec-Fetch-Dest` is checked too, because a service
 * worker can answer a navigation with a request of its own. Chromium sends the request of the service worker
 * with `Sec-Fetch-Site: same-origin`, even if the visitor typed the URL; but its `Sec-Fetch-Dest` is `empty`.
 */
export const isOwnNavigation = (c: Context<App>): boolean =>
  c.req.header('sec-fetch-site') === 'same-origin' && c.req.header('sec-fetch-dest') === 'document'
