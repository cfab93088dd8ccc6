import { platformOf } from '#contract/platforms/index.ts'
import type { Info } from '../../ytdlp/facts.ts'

/** The links of a page as a list of items. */
export function entriesOf(links: readonly string[]): NonNullable<Info['entries']> {
  return links.map((link, at) => {
    const platform = platformOf(new URL(link))
    return {
      index: at + 1,
      kind: platform?.kind ?? null,
      title: platform?.displayName ?? nameOf(link),
      duration: null,
      thumbnail: null,
      date: null,
      picture: null,
    }
  })
}

function nameOf(link: string): string | null {
  const last = new URL(link).pathname.replace(/\/$/, '').split('/').at(-1)!
  const name = last.replace(/(?<=.)\.\w{2,5}$/, '')
  try {
    return decodeURIComponent(name) || null
  } catch {
    return name // The escapes in the name are malformed.
  }
}
