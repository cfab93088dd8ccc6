import type { Context } from 'hono'
import type { App } from '../app.ts'

/**
 * Returns whether a page of this site opened the requested document. Returns false if the headers do not show
 * it, for example because the browser does not send `Sec-Fetch-Site`. `Sec-Fetch-Dest` is checked too: if a
 * service worker repeats a navigation as its own request, Chromium sends `Sec-Fetch-Site: same-origin` even
 * for a link outside the browser, but `Sec-Fetch-Dest: empty`.
 */
export const isOwnNavigation = (c: Context<App>): boolean =>
  c.req.header('sec-fetch-site') === 'same-origin' && c.req.header('sec-fetch-dest') === 'document'
