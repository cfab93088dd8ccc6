import type { IncomingMessage } from 'node:http'

/**
 * Returns whether a page in a browser sent a request. Only the edge and operators may call a merger. On a
 * developer's machine, however, every page in the browser could send requests to 127.0.0.1. Browsers add
 * Origin or Sec-Fetch-Site (Fetch Metadata) to such requests, and pages cannot change these headers.
 * `Sec-Fetch-Site: none` means that no page caused the request: the operator typed the address or used a
 * bookmark.
 */
export function isFromPage({ headers }: IncomingMessage): boolean {
  return headers.origin !== undefined || (headers['sec-fetch-site'] ?? 'none') !== 'none'
}
