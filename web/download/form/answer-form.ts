import type { VideoInfo } from '#contract/api.ts'
import type { Brand } from '#contract/brand.ts'
import { languagePathOf } from '#texts/brand-languages.ts'
import { inBrand } from '#contract/brand-platforms.ts'
import { pageOf } from '#contract/platforms/index.ts'
import type { Tag } from '#texts/languages.ts'
import { worded } from '#texts/worded.ts'
import { failureWordsIn, refusalTexts } from '../../every-text.ts'
import { pageAt } from '../../routing/routes.ts'
import { acceptFor, otherPage } from './accept.ts'
import { findFormats } from '../find-formats.ts'
import type { DownloadState } from '../machine.ts'

/**
 * The result of a form that the browser submitted without JavaScript or before hydration. `text` is the
 * submitted text, and `state` is the state in which the page shows the form.
 */
export type AnsweredForm = { text: string; state: DownloadState }

/**
 * Processes a form that the browser submitted itself, without JavaScript or before the page was hydrated.
 * @param extract fetches the formats of an accepted link; `platform` is the id of the page's platform
 * @param wanted the language of a page whose path has no prefix, as in `render`
 * @returns the result of the form, or null if the requested page has no download form
 */
export async function answerForm(
  brand: Brand,
  pathname: string,
  text: string,
  extract: (url: string, platform: string | undefined) => Promise<VideoInfo>,
  wanted?: Tag,
): Promise<AnsweredForm | null> {
  const { path, language: own, base } = languagePathOf(brand, pathname)
  const file = pageAt(path)?.file
  if (file !== 'home' && file !== 'platform') return null
  const language = base === '' ? (wanted ?? own) : own
  const page = pageOf(path)
  const platform = page && inBrand(brand, page.platform)
  const found = acceptFor(brand, text, platform)
  if (!found.ok) {
    const other = platform && otherPage(brand, text, platform)
    const message = worded(language, refusalTexts(language), found.wording)
    return { text, state: { step: 'failed', message, ...(other && { other }) } }
  }
  const { url } = found
  const answer = await findFormats(
    () => extract(url, platform?.id),
    platform,
    () => failureWordsIn(language),
  )
  return 'fault' in answer
    ? {
        text,
        state: {
          step: 'failed',
          message: answer.fault,
          url,
          ...(answer.isReportable && { isReportable: true }),
        },
      }
    : { text, state: { step: 'done', url, info: answer.info } }
}
