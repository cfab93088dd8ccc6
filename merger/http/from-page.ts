import type { IncomingMessage } from 'node:http'

/**
 * On a developer's machine, any page in the browser could send requests to 127.0.0.1. Browsers add Origin or
 * Sec-Fetch-Site (Fetch Metadata), which pages cannot change. `none` is no page: the operator typed the
 * address.
 */
export function isFromPage({ headers }: IncomingMessage): boolean {
  return headers.origin !== undefined || (headers['sec-fetch-site'] ?? 'none') !== 'none'
}
