import { isPossibleRate } from '#contract/sound.ts'
import type { FormatFacts, Info } from '../../ytdlp/facts.ts'
import { hasNoVideo } from './format-kind.ts'

// In kilobits per second. Some sites state bits, which yt-dlp takes for kilobits, or megabits.
/** Not even the masters of studios have more. */
const MOST = 400_000
/** In a list with a rate above MOST, rates above this one are bits too. */
const MOST_OF_BITS = 30_000
const MOST_SOUND = 15_000
const MOST_LOSSY_SOUND = 4_000
const LEAST_PICTURE = 8
/** A stated rate may differ from the measured one by this factor. */
const DOUBTFUL = 50

type Rates = Pick<FormatFacts, 'tbr' | 'abr' | 'vbr' | 'filesize_approx'>

/** Rates in kilobits per second. A size that yt-dlp has estimated from a wrong rate is left out. */
export function ratesOf(format: FormatFacts, all: FormatFacts[], { duration }: Info): Rates {
  const { filesize, vcodec } = format
  const measured = filesize && duration ? filesize / 125 / duration : null
  const isInBits = all.some(({ tbr }) => tbr !== null && tbr > MOST)
  const sound = (rate: number) => {
    const isLossy = !isPossibleRate({ codec: format.acodec, container: format.ext ?? '' }, rate)
    return rate > (isLossy ? MOST_LOSSY_SOUND : MOST_SOUND) ? rate / 1_000 : rate
  }
  const picture = (rate: number) => {
    if (rate < LEAST_PICTURE && vcodec !== 'none') return measured
    return rate > (isInBits ? MOST_OF_BITS : MOST) ? rate / 1_000 : rate
  }
  const total = (rate: number) => {
    const isDoubtful = measured !== null && (rate > measured * DOUBTFUL || rate < measured / DOUBTFUL)
    if (isDoubtful) return measured
    return measured !== null ? rate : hasNoVideo(format) ? sound(rate) : picture(rate)
  }
  const tbr = format.tbr && total(format.tbr)
  return {
    tbr: tbr || (format.abr ? tbr : namedRate(format)),
    abr: format.abr && sound(format.abr),
    vbr: format.vbr && picture(format.vbr),
    filesize_approx: tbr === format.tbr ? format.filesize_approx : null,
  }
}

/** Packagers name a sound track after its kilobits (audio-aacl-96) or bits (audio-128000). */
const NAMED_RATE = /(?:^|[-_])(?:aacl?-(\d{2,3})|audio-(\d{2,3})000)(?=$|[-_])/i
const LEAST_SOUND = 16

function namedRate(format: FormatFacts): number | null {
  const [, kilobits, thousands] = NAMED_RATE.exec(hasNoVideo(format) ? format.format_id : '') ?? []
  const rate = Number(kilobits ?? thousands ?? 0)
  return rate >= LEAST_SOUND ? rate : null
}
