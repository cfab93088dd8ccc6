import { useSyncExternalStore } from 'react'
import { hasPlaylistName } from './hls.ts'

/**
 * Whether this browser needs range requests, media types and headers that many media hosts lack. Phones and
 * Safari do. The proxy of the edge adds them.
 */
function needsStrictMedia(agent: string): boolean {
  return (
    /Mobi|Android|iPhone|iPad/i.test(agent) || (/Safari\//.test(agent) && !/Chrom(e|ium)\/|Edg\//.test(agent))
  )
}

/** Whether a media link should play through our proxy from the start. */
export function needsProxy(url: string): boolean {
  // hls.js reads playlists with fetch, which CORS seldom allows. A secure page cannot load plain http.
  return (
    needsStrictMedia(navigator.userAgent) ||
    new URL(url).origin === location.origin ||
    hasPlaylistName(url) ||
    (location.protocol === 'https:' && url.startsWith('http:'))
  )
}

/**
 * Largest file for the share sheet, in bytes. The share sheet takes files from memory, and iPhones give a
 * page little memory.
 */
export const PHOTOS_MAX_BYTES = 200_000_000

/** Whether this is an iPhone or iPad. iPads call themselves Macs, but have a touch screen. Browser only. */
export function isApple(): boolean {
  const { userAgent, maxTouchPoints } = navigator
  return /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1)
}

const never = () => () => {}

/**
 * Reads a constant fact about this device. Returns `unknown` while the server renders and React hydrates the
 * page.
 */
export function useDevice<T>(read: () => T, unknown: T): T {
  return useSyncExternalStore(never, read, () => unknown)
}

/** Whether the page runs in the built-in browser of an app, judged by the user agent. Browser only. */
export const isInsideApp = (): boolean => appAgent.test(navigator.userAgent)

/**
 * Whether this browser can show a notification of a page and the visitor has not refused it. Chrome on
 * Android shows only those of service workers. Browser only.
 */
export const canNotify = (): boolean =>
  'Notification' in globalThis && Notification.permission !== 'denied' && !/Android/.test(navigator.userAgent)

const appAgent =
  /Instagram|FBA[NV]|FB_IAB|musical_ly|Bytedance|TikTok|MicroMessenger|\bLine\/|Snapchat|Twitter|Pinterest|LinkedInApp|XiaoHongShu|xhsdiscover|Weibo/i
