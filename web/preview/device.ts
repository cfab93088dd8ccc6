import { hasPlaylistName } from './hls.ts'

/**
 * Safari and all browsers on phones play media only if the host supports range requests and sends correct
 * headers, for example Content-Type. Our proxy meets both conditions, but many media hosts do not.
 */
function needsStrictMedia(agent: string): boolean {
  return (
    /Mobi|Android|iPhone|iPad/i.test(agent) || (/Safari\//.test(agent) && !/Chrom(e|ium)\/|Edg\//.test(agent))
  )
}

/**
 * Returns whether the player must always load a media link through our proxy. If not, the player first tries
 * to load the link directly from the media host.
 */
export function needsProxy(url: string): boolean {
  // Playlists need our proxy, because hls.js reads them with fetch, and the CORS headers of most media hosts
  // do not allow this. On a page over HTTPS, links over plain HTTP need our proxy, because browsers block
  // mixed content.
  return (
    needsStrictMedia(navigator.userAgent) ||
    new URL(url).origin === location.origin ||
    hasPlaylistName(url) ||
    (location.protocol === 'https:' && url.startsWith('http:'))
  )
}

/**
 * Maximum size of a file for the share sheet, in bytes. The share sheet takes files from memory, and iPhones
 * give a page only little memory.
 */
export const PHOTOS_MAX_BYTES = 200_000_000

/**
 * Returns whether this device is an iPhone or an iPad. iPads report that they are Macs, but they have a touch
 * screen. Works only in a browser.
 */
export function isApple(): boolean {
  const { userAgent, maxTouchPoints } = navigator
  return /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1)
}

export const isInsideApp = (): boolean => appAgent.test(navigator.userAgent)

const appAgent =
  /Instagram|FBA[NV]|FB_IAB|musical_ly|Bytedance|TikTok|MicroMessenger|\bLine\/|Snapchat|Twitter|Pinterest|LinkedInApp|XiaoHongShu|xhsdiscover|Weibo/i
