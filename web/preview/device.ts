import { hasPlaylistName } from './hls.ts'

/** Phones and Safari want ranges, types and headers that many media hosts don't give; our proxy does. */
function isPicky(agent: string): boolean {
  return (
    /Mobi|Android|iPhone|iPad/i.test(agent) || (/Safari\//.test(agent) && !/Chrom(e|ium)\/|Edg\//.test(agent))
  )
}

/** Whether a media link should play through our proxy from the start. */
export function needsProxy(url: string): boolean {
  // A playlist is read by script, which another host's answer seldom allows; plain http is no part of a secure page.
  return (
    isPicky(navigator.userAgent) ||
    new URL(url).origin === location.origin ||
    hasPlaylistName(url) ||
    (location.protocol === 'https:' && url.startsWith('http:'))
  )
}
