/**
 * Document titles by keywords. A key contains one or more keywords, separated by `|`. If the path of a page
 * contains a keyword as a whole word, the page gets the title of this keyword. If several keys match, the
 * first one applies.
 */
export type Titles = Readonly<Record<string, string>>

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

/** The words from which the page of a platform gets its document title and its headings. */
export type TitleRules = {
  displayName: string
  kind: 'video' | 'audio'
  noun: string
  /**
   * Other names of the platform. The keys are keywords, as in `Titles`. If the path of the page contains a
   * keyword, the title uses the name for this keyword instead of `displayName`.
   */
  names?: Titles
  /** Returns the titles that only this platform has. They take precedence over the general titles. */
  titles?(name: string): Titles
  defaultTitle?(name: string): string
}

/**
 * Returns the document title for the path of a page. The keywords in the path select the title. A path
 * without a keyword gets the default title.
 */
export function titleOf(path: string, rules: TitleRules): string {
  const { displayName, kind } = rules
  const noun = rules.noun.charAt(0).toUpperCase() + rules.noun.slice(1)
  const name = pick(rules.names ?? {}, path) ?? displayName
  const general = kind === 'video' ? videoTitles(name) : audioTitles(name, noun)
  const usual =
    kind === 'video'
      ? `${name} Video Downloader - Free HD Download`
      : `${name} Downloader - Free ${noun} Download`
  const special = pick(rules.titles?.(name) ?? {}, path)
  return special ?? pick(general, path) ?? rules.defaultTitle?.(name) ?? usual
}

function pick(titles: Titles, path: string): string | undefined {
  const words = `-${path}-`
  return Object.entries(titles).find(([keys]) =>
    keys.split('|').some((key) => words.includes(`-${key}-`)),
  )?.[1]
}
