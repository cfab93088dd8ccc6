import { useSyncExternalStore } from 'react'
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

/** The share sheet takes a file from memory, of which iPhones give a page little; in bytes. */
export const PHOTOS_MAX_BYTES = 200_000_000

/** iPhones and iPads; the latter call themselves Macs, but have fingers on their screens. Browser only. */
export function isApple(): boolean {
  const { userAgent, maxTouchPoints } = navigator
  return /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1)
}

const never = () => () => {}

/** A fact about this device, which does not change; `unknown` while the page is rendered and hydrated. */
export function useDevice<T>(read: () => T, unknown: T): T {
  return useSyncExternalStore(never, read, () => unknown)
}

/** Whether a page runs in the browser of an app, as far as its name says. Browser only. */
export const isInsideApp = (): boolean => appSign.test(navigator.userAgent)

const appSign =
  /Instagram|FBA[NV]|FB_IAB|musical_ly|Bytedance|TikTok|MicroMessenger|\bLine\/|Snapchat|Twitter|Pinterest|LinkedInApp|XiaoHongShu|xhsdiscover|Weibo/i
