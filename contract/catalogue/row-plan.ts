import type { Extraction, Rendition } from '../engine/extraction.ts'
import { refOf, type MergePlan } from '../engine/merge.ts'
import { audioContainer, videoContainer } from './containers.ts'
import { audioTrack, planBase, videoTrack, type FormatRow } from './format-row.ts'

/** What a merger has to do for a row, also for one that needs no merger as it is. */
export const planOfRow = ({ make }: FormatRow, extraction: Extraction): MergePlan =>
  make.by === 'plan' ? make.plan : planOf(make.rendition, extraction)

/** The plan of a file with all tracks of the rendition, and no others. */
export function planOf(rendition: Rendition, extraction: Extraction): MergePlan {
  const base = planBase(extraction)
  const [picture, sound] = [videoTrack(rendition), audioTrack(rendition)]
  switch (rendition.kind) {
    case 'video':
      return { ...base, video: refOf(rendition), audio: null, container: videoContainer(picture, null) }
    case 'both':
      return { ...base, video: refOf(rendition), audio: null, container: videoContainer(picture, sound) }
    case 'audio':
      return soundPlan(rendition, extraction)
  }
}

/** Of a video, only the sound. */
export const soundPlan = (rendition: Rendition, extraction: Extraction): MergePlan => ({
  ...planBase(extraction),
  video: null,
  audio: refOf(rendition),
  container: audioContainer(audioTrack(rendition)),
})
