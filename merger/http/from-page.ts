import type { IncomingMessage } from 'node:http'

/**
 * Returns whether a web page in a browser sent the request. Only the edge and operators may call a merger. On
 * a developer's machine, however, any page in the browser could send requests to 127.0.0.1. Browsers add
 * Origin or Sec-Fetch-Site (Fetch Metadata) to such requests, and pages cannot change these headers. A
 * request with `Sec-Fetch-Site: none` does not come from a page: the operator typed the address or used a
 * bookmark.
 */
export function isFromPage({ headers }: IncomingMessage): boolean {
  return headers.origin !== undefined || (headers['sec-fetch-site'] ?? 'none') !== 'none'
}
