import type { Context } from 'hono'
import type { App } from '../app.ts'

/**
 * `Sec-Fetch-Site: same-origin` alone proves nothing. Chromium also sends it if our service worker handles a
 * navigation with `fetch`, even if the visitor typed the URL. Such a request has `Sec-Fetch-Dest: empty`.
 */
export const isOwnNavigation = (c: Context<App>): boolean =>
  c.req.header('sec-fetch-site') === 'same-origin' && c.req.header('sec-fetch-dest') === 'document'
