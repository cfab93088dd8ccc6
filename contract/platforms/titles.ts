import type { Platform } from './platform.ts'

/** A key contains one or more keywords, separated by `|`. If several keys match, the first one applies. */
type Titles = Readonly<Record<string, string>>

const videoTitles = (name: string): Titles => ({
  mp3: `${name} to MP3 - Free Audio Download`,
  mp4: `${name} to MP4 - Free Video Download`,
  '4k|uhd': `${name} 4K Downloader - Free Ultra HD Download`,
  '1080p|full-hd': `${name} 1080p Downloader - Free Full HD Download`,
  '720p|hd': `${name} HD Downloader - Free 720p Video Download`,
  '480p': `${name} 480p Downloader - Free Small Video Files`,
  'save|saver': `${name} Video Saver - Save Videos Free`,
})

const audioTitles = (name: string, noun: string): Titles => ({
  '320kbps': `${name} 320 kbps MP3 Download - Free`,
  'hq|high-quality': `${name} High Quality Audio Download - Free`,
  mp3: `${name} to MP3 - Free Audio Download`,
  converter: `${name} Converter - Free MP3 Conversion`,
  'save|saver': `${name} Saver - Save Any ${noun} Free`,
  offline: `${name} Offline Download - Listen Without a Network`,
  audio: `${name} Audio Download - Free`,
})

export type TitleRules = {
  displayName: string
  kind: Platform['kind']
  noun: string
  names?: Titles
  titles?(name: string): Titles
  defaultTitle?(name: string): string
}

export function titleOf(path: string, rules: TitleRules): string {
  const { displayName, kind } = rules
  const noun = rules.noun.charAt(0).toUpperCase() + rules.noun.slice(1)
  const name = pick(rules.names ?? {}, path) ?? displayName
  const general = { video: videoTitles(name), audio: audioTitles(name, noun) }[kind]
  const usual = {
    video: `${name} Video Downloader - Free HD Download`,
    audio: `${name} Downloader - Free ${noun} Download`,
  }[kind]
  const special = pick(rules.titles?.(name) ?? {}, path)
  return special ?? pick(general, path) ?? rules.defaultTitle?.(name) ?? usual
}

function pick(titles: Titles, path: string): string | undefined {
  const words = `-${path}-`
  return Object.entries(titles).find(([keys]) =>
    keys.split('|').some((key) => words.includes(`-${key}-`)),
  )?.[1]
}
