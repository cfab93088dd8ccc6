import type { Context } from 'hono'
import type { App } from '../app.ts'

/**
 * Returns whether a page of this site opened the requested document. Returns false if this is unknown: for
 * example, some browsers do not send `Sec-Fetch-Site`. `Sec-Fetch-Dest` is checked too, because of our
 * service worker: if it answers a navigation with a request of its own, Chromium sends that request with
 * `Sec-Fetch-Site: same-origin`, even if the visitor typed the URL. But the `Sec-Fetch-Dest` of that request
 * is `empty`, not `document`, so the result is false.
 */
export const isOwnNavigation = (c: Context<App>): boolean =>
  c.req.header('sec-fetch-site') === 'same-origin' && c.req.header('sec-fetch-dest') === 'document'
