import { cpuSeconds } from './cpu-seconds.ts'

/** Below this, no growth can be told from the noise of a busy machine. */
const FEW_SECONDS = 0.1
/** Four times the input: linear work takes four times as long, quadratic work sixteen times. */
const MOST_GROWTH = 9
/** Linear work on the largest input takes a tenth of this. */
const MOST_SECONDS = 1

/** What the work on inputs of one, two and four times `size` costs, if it grows faster than the input. */
export function overgrown(work: (size: number) => unknown, size: number): string | null {
  const cost = (times: number) => Math.min(...[1, 2].map(() => cpuSeconds(() => work(times * size))))
  const first = cpuSeconds(() => work(4 * size))
  if (first < FEW_SECONDS) return null
  if (first > 4 * MOST_SECONDS) return `${first} s`
  const [one, two, four] = [cost(1), cost(2), Math.min(first, cost(4))] as const
  return four / one < MOST_GROWTH && four < MOST_SECONDS ? null : `${one} s, ${two} s, ${four} s`
}

type Input = [name: string, text: (size: number) => string]

/** Each head followed by each repeated piece and by each end. */
export function repeated(heads: string[], pieces: string[], ends: string[]): Input[] {
  return heads.flatMap((head) =>
    pieces.flatMap((piece) =>
      ends.map((end): Input => [
        JSON.stringify(`${head.slice(-40)}${piece.slice(0, 40)}…${end}`),
        (size) => head + piece.repeat(Math.ceil(size / piece.length)) + end,
      ]),
    ),
  )
}
