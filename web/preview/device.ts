import { useSyncExternalStore } from 'react'
import { hasPlaylistName } from './hls.ts'

/**
 * Returns whether this browser plays media only from a host that supports range requests and sends correct
 * media types and certain headers. Safari and all browsers on phones are such browsers. Many media hosts do
 * not meet these conditions, but our proxy does.
 */
function needsStrictMedia(agent: string): boolean {
  return (
    /Mobi|Android|iPhone|iPad/i.test(agent) || (/Safari\//.test(agent) && !/Chrom(e|ium)\/|Edg\//.test(agent))
  )
}

/** Returns whether a media link should play through our proxy from the start. */
export function needsProxy(url: string): boolean {
  // hls.js reads playlists with fetch, and most media hosts do not allow that by CORS. A secure page cannot
  // load plain http.
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

const never = () => () => {}

/**
 * Reads a fact about this device that never changes. Returns `unknown` while the server renders and while
 * React hydrates the page.
 */
export function useDevice<T>(read: () => T, unknown: T): T {
  return useSyncExternalStore(never, read, () => unknown)
}

/**
 * Returns whether the page runs in the built-in browser of an app. The user agent decides this. Works only in
 * a browser.
 */
export const isInsideApp = (): boolean => appAgent.test(navigator.userAgent)

/**
 * Returns whether this browser can show notifications of a page, and the visitor has not refused them. Chrome
 * on Android shows only notifications of service workers. Works only in a browser.
 */
export const canNotify = (): boolean =>
  'Notification' in globalThis && Notification.permission !== 'denied' && !/Android/.test(navigator.userAgent)

const appAgent =
  /Instagram|FBA[NV]|FB_IAB|musical_ly|Bytedance|TikTok|MicroMessenger|\bLine\/|Snapchat|Twitter|Pinterest|LinkedInApp|XiaoHongShu|xhsdiscover|Weibo/i
