import { codecFamily } from '#contract/codecs/codecs.ts'
import type { Extraction, Rendition } from '#contract/engine/extraction.ts'
import { mainCodec } from '#contract/engine/kinds.ts'
import type { MergePlan, RenditionRef } from '#contract/engine/merge.ts'
import { Failure } from '#contract/failure.ts'

type Chosen = { video: Rendition | null; audio: Rendition | null; second: Rendition | null }

export function choose(plan: MergePlan, extraction: Extraction): Chosen {
  const video = plan.video && findRendition(plan.video, extraction.renditions)
  const audio = plan.audio && findRendition(plan.audio, extraction.renditions)
  const second = plan.second_audio && findRendition(plan.second_audio, extraction.renditions)
  const isGone = (plan.video && !video) || (plan.audio && !audio) || (plan.second_audio && !second)
  if (isGone) throw new Failure('format_gone')
  if (!video && !audio && plan.container !== 'jpg') throw new Failure('bad_request')
  return { video: video ?? null, audio: audio ?? null, second: second ?? null }
}

/** Some sites change their ids with each extraction. */
export function findRendition(ref: RenditionRef, renditions: Rendition[]): Rendition | undefined {
  const alike = renditions.filter(
    (rendition) => rendition.kind === ref.kind && (rendition.height ?? null) === ref.height,
  )
  const [best] = alike
    .filter(
      (rendition) =>
        rendition.container === ref.container &&
        rendition.language === ref.language &&
        (ref.codec === null || codecFamily(mainCodec(rendition)) === codecFamily(ref.codec)),
    )
    .sort((a, b) => (b.tbr ?? 0) - (a.tbr ?? 0))
  const named = (some: Rendition[]) => some.find((rendition) => rendition.id === ref.id)
  const wasUnread = ref.codec === null && ref.height === null
  return named(alike) ?? best ?? named(renditions.filter((one) => wasUnread || isUnread(one)))
}

/** A site that says nothing about a file, and a probe that came too late, leave it without facts. */
const isUnread = ({ vcodec, acodec, height }: Rendition) =>
  vcodec === null && acodec === null && height === null
