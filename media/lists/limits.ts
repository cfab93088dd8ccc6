import { Failure } from '#contract/failure.ts'
import { playlistLimits } from './playlist-variables.ts'

export const limits = {
  ...playlistLimits,
  /** Even a four-hour playlist with one-second segments and 1,000-byte links is shorter. */
  listBytes: 16 * 1024 ** 2,
  /** All addresses of a track together. */
  urls: 48 * 1024 ** 2,
  /** Bytes of links and of the addresses that they are relative to, before they are resolved. */
  links: 96 * 1024 ** 2,
  /** Real lists have at most six for each part. */
  lines: 400_000,
  parts: 20_000,
  depth: 24,
  nodes: 200_000,
  periods: 200,
  tracks: 500,
  baseUrls: 8,
  numberWidth: 16,
  /** Of one kind in one element. */
  descriptors: 50,
}

export const tooBig = (what: string) => new Failure('too_big', { cause: `manifest: ${what}` })
export const malformed = (what: string) => new Failure('source_failed', { cause: `manifest: ${what}` })

/** Decimal digits with a fraction, as both standards write numbers. Never NaN, negative or infinite. */
export function decimal(text: string | undefined): number | null {
  return /^\s*\d{1,15}(\.\d{0,40})?\s*$/.test(text ?? '') ? Number(text) : null
}

export function integer(text: string | undefined): number | null {
  return /^\s*\d{1,16}\s*$/.test(text ?? '') && Number.isSafeInteger(Number(text)) ? Number(text) : null
}

export class Addresses {
  #length = 0
  #asked = 0

  resolve(link: string, base: string): string {
    if (link.length > limits.url) throw malformed('an address')
    // A long link can have a short address, as `a/../` has.
    this.#asked += link.length + base.length
    if (this.#asked > limits.links) throw tooBig('links')
    const address = URL.parse(link, base)
    if (!address) throw malformed('an address')
    const { href, protocol } = address
    if (protocol !== 'https:' && protocol !== 'http:') throw new Failure('refused_address')
    this.#length += href.length
    if (href.length > limits.url || this.#length > limits.urls) throw tooBig('addresses')
    return href
  }
}
