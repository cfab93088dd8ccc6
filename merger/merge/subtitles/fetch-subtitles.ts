import { causeText } from '#contract/cause-text.ts'
import type { Clip } from '#contract/clip.ts'
import type { Subtitle } from '#contract/engine/extraction.ts'
import { Failure } from '#contract/failure.ts'
import type { SubtitleChoice } from '#contract/subtitles/choice.ts'
import { withoutRepeats, type Cue } from '#media/subtitles/cue.ts'
import { subtitleLabel } from '#contract/subtitles/label.ts'
import { loadSubtitles } from '#media/subtitles/load.ts'
import type { Address } from '#media/lists/timeline.ts'
import type { RequestOptions } from '../../fetch/http-get.ts'
import { headersFor, lowerCaseNames, type Link } from '../../fetch/link.ts'
import { getPart } from '../../fetch/part-answer.ts'
import { PartRequests } from '../../fetch/part-requests.ts'
import { readWhole } from '../../http/read-body.ts'
import { log } from '../../log.ts'
import { Queue } from '../../process/queue.ts'
import { reading } from '../../process/reading-pool.ts'
import type { Attempt } from '../attempt.ts'
import { languageCode } from './language-code.ts'

const MAX_BYTES = 8 * 1024 ** 2
/** Four hours in segments of six seconds. */
const MAX_SEGMENTS = 2_400
/** Their texts are in memory. */
const AT_ONCE = 3
/** The film waits for its subtitles, although it is made without them too. */
const DEADLINE_MS = 20_000

export type FetchedSubtitles = {
  choice: SubtitleChoice
  cues: Cue[]
  /** ISO 639-2 */
  language: string
  name: string
}

/** Those that work: a film without its subtitles is better than none. */
export async function fetchSubtitles(
  subtitles: Subtitle[],
  choices: readonly SubtitleChoice[],
  attempt: Attempt,
  dispatcher: RequestOptions['dispatcher'],
): Promise<FetchedSubtitles[]> {
  const queue = new Queue(AT_ONCE, choices.length)
  const fetched = choices.map((choice) =>
    queue.run(() => fetchOne(subtitles, choice, attempt, dispatcher), attempt.working),
  )
  return (await Promise.all(fetched)).filter((one) => one !== null)
}

async function fetchOne(
  subtitles: Subtitle[],
  choice: SubtitleChoice,
  attempt: Attempt,
  dispatcher: RequestOptions['dispatcher'],
): Promise<FetchedSubtitles | null> {
  const signal = AbortSignal.any([attempt.working, AbortSignal.timeout(DEADLINE_MS)])
  try {
    const found = chosen(subtitles, choice)
    if (!found) throw new Failure('format_gone', { cause: 'no such subtitles' })
    const read = await cuesOf(found, attempt.order.plan.clip, { dispatcher, signal })
    const cues = found.automatic ? withoutRepeats(read) : read
    return { choice, cues, language: languageCode(found.language), name: nameOf(found) }
  } catch (error) {
    attempt.working.throwIfAborted()
    const { code, cause } = Failure.from(error)
    log('subtitles', { host: URL.parse(attempt.order.plan.source_url)?.host, code, cause: causeText(cause) })
    return null
  }
}

const nameOf = (found: Subtitle) => `${subtitleLabel(found)}${found.automatic ? ' (automatic)' : ''}`

/** A second extraction can lack the written ones, so those of the same language do as well. */
function chosen(all: Subtitle[], { language, automatic }: SubtitleChoice): Subtitle | undefined {
  const same = all.filter((one) => one.language === language)
  return same.find((one) => one.automatic === automatic) ?? same[0]
}

async function cuesOf(
  { url, track, language, headers }: Subtitle,
  span: Clip | undefined,
  options: RequestOptions,
): Promise<Cue[]> {
  let left = MAX_BYTES
  const link: Link = { url, headers: lowerCaseNames(headers) }
  const counted = <T extends { length: number }>(bytes: T): T => {
    left -= bytes.length
    if (left < 0) throw new Failure('too_big')
    return bytes
  }
  const parts = new PartRequests(link, { ...options, isText: true })
  const whole = async () => {
    const answer = await getPart(url, headersFor(link, url), null, options)
    if (answer.status !== 200) {
      answer.body.destroy()
      throw new Failure('source_failed', { cause: `status ${answer.status}` })
    }
    const bytes = await readWhole(answer.body as AsyncIterable<Buffer>, left)
    return { bytes: counted(bytes), url: answer.url }
  }
  const fetch = async (address: Address, parallel = 1) => {
    const [at = ''] = address.urls
    if (at === url && address.range === null) return await whole()
    const most = Math.floor(left / parallel)
    const bytes = await parts.start(address, most + 1, options.signal)
    if (bytes.length > most) throw new Failure('too_big')
    return { bytes: counted(bytes), url: at }
  }
  const source = { fetch, maxSegments: MAX_SEGMENTS, span }
  return await loadSubtitles({ url, track, language }, source, {
    listIn: (...args) => reading.read('subtitleList', args, options.signal),
    read: (...args) => reading.read('subtitleText', args, options.signal),
    textPlaces: (...args) => reading.read('textPlaces', args, options.signal),
    textSamples: (...args) => reading.read('textSamples', args, options.signal),
    textCues: (...args) => reading.read('textCues', args, options.signal),
  })
}
