import type { VideoInfo } from '#contract/api.ts'
import type { Wording } from '#contract/told.ts'
import type { Brand } from '#contract/brand.ts'
import type { Parts } from '#texts/parts.ts'
import { inBrand } from '#contract/brand-platforms.ts'
import { linksIn } from '#contract/links-in-text.ts'
import { platformById } from '#contract/platforms/index.ts'
import type { Platform } from '#contract/platforms/platform.ts'
import { measure } from '../../privacy/analytics.ts'
import { withList } from '../joined-entries.ts'
import { LINKS_ID, setKeptId } from '../kept-id.ts'
import { keepResult } from '../kept-result.ts'
import { loadResult } from '../result/load-result.tsx'
import type { DownloadEvent } from '../machine.ts'
import { openedLanguage } from '../../app/texts.ts'
import { acceptFor, otherPage } from './accept.ts'
import { forgetShared } from './handed-link.ts'
import { ownerOf, requestFormats } from './formats-request.ts'

export type SubmitOptions = {
  item?: number
  ruleOf?: string | null | undefined
  /** Whether the best pick is saved without a press. */
  saves?: true | undefined
}

type Search = SubmitOptions & {
  brand: Brand
  faults: Parts['ui']['faults']
  platform: Platform | undefined
  text: string
  from?: VideoInfo | undefined
  /** Whether several links are shown, which the text joins. */
  isInList: boolean
}

/** `contract` speaks English. The words of other languages load for the refusal. */
async function messageOf({ message, wording }: { message: string; wording: Wording }): Promise<string> {
  if (openedLanguage() === 'en') return message
  const { refusalWords } = await import('./refusal-words.ts')
  return refusalWords(wording).catch(() => message)
}

export async function search(
  { brand, faults, platform, text, item, ruleOf, from, saves, isInList }: Search,
  tell: (event: DownloadEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  if (!saves) forgetShared()
  if (item === undefined && (isInList || linksIn(text).links.length > 1)) {
    const isLoaded = await loadResult().then(
      () => true,
      (cause: unknown) => console.error(cause),
    )
    if (signal.aborted) return
    if (!isLoaded) return tell({ type: 'refused', message: faults.part_missing })
    setKeptId(LINKS_ID)
    return tell({ type: 'gathered', text, saves })
  }
  const rule = ruleOf === undefined ? platform : ruleOf === null ? undefined : platformById(ruleOf)
  const found = acceptFor(brand, text, rule)
  if (!found.ok) {
    const message = await messageOf(found)
    return tell({ type: 'refused', message, other: rule && otherPage(brand, text, rule) })
  }
  tell({ type: 'submitted', url: found.url, from })
  measure({ name: 'video_search', platform: ownerOf(found.url) ?? 'web' })
  // The chunk of the panel of formats loads while the request runs.
  const panel = loadResult().then(
    () => true,
    (cause: unknown) => console.error(cause),
  )
  const answer = await requestFormats(found.url, rule && inBrand(brand, rule), item, signal)
  const hasPanel = await panel
  if (signal.aborted) return
  if ('fault' in answer)
    return tell({
      type: 'failed',
      message: answer.fault,
      isReportable: answer.isReportable,
      isRetryable: answer.isRetryable,
    })
  if (!hasPanel) return tell({ type: 'failed', message: faults.part_missing })
  const info = withList(answer.info, from)
  keepResult(found.url, info, ruleOf)
  tell({ type: 'answered', info, saves })
}
