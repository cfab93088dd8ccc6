import { codecFamily } from '#contract/codecs.ts'
import type { Extraction, Rendition } from '#contract/engine/extraction.ts'
import type { MergePlan, RenditionRef } from '#contract/engine/merge.ts'
import { Failure } from '#contract/failure.ts'

export type Chosen = { video: Rendition | null; audio: Rendition | null }

export function choose(plan: MergePlan, extraction: Extraction): Chosen {
  const video = plan.video && findRendition(plan.video, extraction.renditions)
  const audio = plan.audio && findRendition(plan.audio, extraction.renditions)
  if ((plan.video && !video) || (plan.audio && !audio)) throw new Failure('format_gone')
  if (!video && !audio) throw new Failure('bad_request')
  return { video: video ?? null, audio: audio ?? null }
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
        (ref.codec === null || codecFamily(codecOf(rendition)) === codecFamily(ref.codec)),
    )
    .sort((a, b) => (b.tbr ?? 0) - (a.tbr ?? 0))
  return alike.find((rendition) => rendition.id === ref.id) ?? best
}

function codecOf(rendition: Rendition): string | null {
  return rendition.kind === 'audio' ? rendition.acodec : rendition.vcodec
}
