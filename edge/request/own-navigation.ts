import type { Context } from 'hono'
import type { App } from '../app.ts'

/**
 * Returns whether a page of this site opened the requested document. Returns false if this is unknown: for
 * example, some browsers do not send `Sec-Fetch-Site`. This header alone is not enough: if our service worker
 * answers a navigation with a request of its own, Chromium sends that request with `same-origin`, even if the
 * visitor typed the URL. The `Sec-Fetch-Dest` of that request is `empty`, not `document`.
 */
export const isOwnNavigation = (c: Context<App>): boolean =>
  c.req.header('sec-fetch-site') === 'same-origin' && c.req.header('sec-fetch-dest') === 'document'
