import type { Context } from 'hono'
import type { App } from '../app.ts'

/**
 * Returns whether a page of this site opened the requested document. If the headers do not show this, returns
 * false: for example, some browsers do not send `Sec-Fetch-Site`. `Sec-Fetch-Dest` is checked too, because a
 * service worker can repeat a navigation as its own request. Even if the visitor typed the URL, Chromium
 * sends such a request with `Sec-Fetch-Site: same-origin`; its `Sec-Fetch-Dest` is `empty`.
 */
export const isOwnNavigation = (c: Context<App>): boolean =>
  c.req.header('sec-fetch-site') === 'same-origin' && c.req.header('sec-fetch-dest') === 'document'
