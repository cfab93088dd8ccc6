import { chapterTitles, fileChapters, trackChapters } from '#media/chapters/of-file.ts'
import { endsShort } from '#media/file-end.ts'
import { factsOffset, mediaFacts } from '#media/media-head.ts'
import { pictureEnd } from '#media/picture-end.ts'
import { behindJunk } from '#media/sound/false-tag.ts'
import {
  fileTexts,
  restOfIndex,
  textCues,
  textPlaces,
  textSamples,
} from '#media/subtitles/in-file/in-file.ts'
import { subtitleReaders } from '#media/subtitles/load.ts'
import { tailSeconds } from '#media/tail-seconds.ts'
import { frameSpan } from '#media/clip/frame-span.ts'
import { cueSpans, indexSpans, movieSpans } from '#media/clip/spans.ts'
import { pageFacts, pageFrames, pageItems } from '../pages/read.ts'
import { linkedChapters } from '../pages/items/linked-chapters.ts'
import { refusalOf } from '../pages/walls.ts'
import { trackIn, trackWith } from '#media/lists/track-in.ts'

/** Pure functions on bytes and texts of strangers. Arguments and results are copied between threads. */
export const readers = {
  behindJunk,
  chapterTitles,
  cueSpans,
  endsShort,
  factsOffset,
  fileChapters,
  fileTexts,
  frameSpan,
  indexSpans,
  linkedChapters,
  mediaFacts,
  movieSpans,
  pageFacts,
  pageFrames,
  pageItems,
  pictureEnd,
  refusalOf,
  restOfIndex,
  subtitleList: subtitleReaders.listIn,
  subtitleText: subtitleReaders.read,
  textCues,
  textPlaces,
  textSamples,
  tailSeconds,
  trackChapters,
  trackIn,
  trackWith,
}

export type Readers = typeof readers
