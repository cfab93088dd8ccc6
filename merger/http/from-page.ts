import type { IncomingMessage } from 'node:http'

/**
 * Whether a page in a browser sent a request. Only the edge and operators call a merger. On a developer's
 * machine every page that the browser shows could reach 127.0.0.1 too; browsers mark such requests with
 * Origin or Sec-Fetch-Site (Fetch Metadata), which pages cannot remove.
 */
export function isFromPage({ headers }: IncomingMessage): boolean {
  return headers.origin !== undefined || headers['sec-fetch-site'] !== undefined
}
