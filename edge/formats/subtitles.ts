import type { VideoInfo } from '#contract/api.ts'
import type { Extraction } from '#contract/engine/extraction.ts'
import { paths } from '#contract/paths.ts'
import { subtitleLabel } from '#contract/subtitles/label.ts'
import { figures } from '#texts/figures.ts'
import { grantMedia } from '../grants/grant.ts'
import { mediaTarget } from '../media-link.ts'
import { termsOf } from './grant-rules.ts'
import type { LabelWords } from './row-words.ts'

type Subtitles = NonNullable<VideoInfo['subtitles']>

/** The languages as the site lists them, the automatic ones last. */
export async function subtitlesOf(
  env: Env,
  extraction: Extraction,
  merger: string,
  { language: tag, labels }: LabelWords,
): Promise<Subtitles> {
  const { subtitles, duration } = extraction
  const seconds = duration === null ? undefined : Math.ceil(duration)
  const words = { nameOf: figures(tag).languageName, marks: labels.subtitles }
  const found = await Promise.all(
    subtitles.map(async (one) => {
      const { language, automatic } = one
      const target = mediaTarget(one.url)
      if (!target) return null
      const { track } = one
      const terms = { ...termsOf(one, 'srt', extraction, merger), subtitles: { language, track, seconds } }
      const grant = await grantMedia(env, target.href, terms)
      const query = new URLSearchParams({
        url: target.href,
        ...(automatic && { automatic: '1' }),
        g: grant,
      })
      return {
        language,
        label: subtitleLabel(one, words),
        ...(automatic && { automatic }),
        url: `${paths.subtitles}?${query.toString()}`,
      }
    }),
  )
  const usable = found.filter((one) => one !== null)
  return [...usable.filter(({ automatic }) => !automatic), ...usable.filter(({ automatic }) => automatic)]
}
