import type { Parts } from '#texts/parts.ts'
import type { Say } from '#texts/say.ts'
import type { VideoInfo } from '#contract/api.ts'
import { paths } from '#contract/paths.ts'

type Subtitle = NonNullable<VideoInfo['subtitles']>[number]
export type Track = { language: string; label: string; automatic: boolean; src: string }

const MOST = 12
const MAX_LABEL = 80

export const subtitleName = (
  { label, automatic }: Pick<Subtitle, 'label' | 'automatic'>,
  texts: Pick<Parts['result']['subtitles'], 'automaticName'>,
  say: Say,
): string => (automatic ? say(texts.automaticName, { name: label }) : label)

/** The subtitles of an item for the fragment of a preview link. */
export const tracksText = (subtitles: readonly Subtitle[]): string =>
  JSON.stringify(
    subtitles
      .slice(0, MOST)
      .map((one) => [one.language, one.label, one.url.slice(paths.subtitles.length), one.automatic]),
  )

/** Untrusted, because anybody can write a preview link. Each track leads to our own address. */
export function tracksIn(text: string | null | undefined): Track[] {
  const found = text ? parsed(text) : []
  return (Array.isArray(found) ? found : []).slice(0, MOST).flatMap((one: unknown) => {
    const [language, label, query, automatic]: unknown[] = Array.isArray(one) ? one : []
    if (typeof language !== 'string' || typeof label !== 'string' || typeof query !== 'string') return []
    if (!query.startsWith('?')) return []
    return [
      {
        language,
        label: label.slice(0, MAX_LABEL),
        automatic: automatic === true,
        src: `${paths.subtitles}${query}&as=vtt`,
      },
    ]
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return [] // The link is cut off, or somebody else has written it.
  }
}
