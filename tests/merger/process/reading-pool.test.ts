import { expect, test } from 'vitest'
import { reading, ReadingPool } from '../../../merger/process/reading-pool.ts'
import { box, movieHeader, track } from '../../media/lib/boxes.ts'

const film = box('moov', movieHeader(1_000, 2_000), track())
const LIMITS = {
  threads: 1,
  waiting: 5,
  cpuMs: 300,
  wallMs: 60_000,
  checkMs: 50,
  memory: { maxOldGenerationSizeMb: 40, maxYoungGenerationSizeMb: 8 },
}
/** Its readers do what a hostile file would make a reader do. */
const hostile = () => new ReadingPool(new URL('./lib/hostile-thread.ts', import.meta.url), LIMITS)
const bytesOf = (text: string) => Buffer.from(text)

test('reads a file as the reader itself does', async () => {
  expect(await reading.read('mediaFacts', [film, film.length])).toMatchObject({
    kind: 'mp4',
    duration: 2,
    tracks: [{ codec: 'h264' }],
  })
})

test('keeps the bytes that it reads', async () => {
  const bytes = Buffer.from(film)
  await reading.read('mediaFacts', [bytes, bytes.length])
  expect(bytes.equals(film)).toBe(true)
})

test('throws the failure of a reader by its code', async () => {
  const asked = reading.read('trackIn', [
    bytesOf('a page'),
    'https://site.example/',
    { transport: 'hls' } as never,
  ])
  await expect(asked).rejects.toMatchObject({ code: 'no_media' })
})

test.each(['turns', 'backtracks', 'fills memory'])('ends bytes for which a reader %s', async (what) => {
  const pool = hostile()
  let turns = 0
  const beat = setInterval(() => turns++, 20)
  await expect(pool.read('factsOffset', [bytesOf(what)])).rejects.toMatchObject({ code: 'too_big' })
  clearInterval(beat)
  expect(turns).toBeGreaterThan(0)
  expect(await pool.read('factsOffset', [bytesOf('honest')])).toBe(6)
})

test('reads costly bytes once', async () => {
  const pool = hostile()
  const failures = [1, 2].map(() =>
    pool.read('factsOffset', [bytesOf('turns')]).catch(({ code }) => code as string),
  )
  expect(await Promise.all(failures)).toEqual(['too_big', 'too_big'])
  const cpu = process.cpuUsage()
  await expect(pool.read('factsOffset', [bytesOf('turns')])).rejects.toMatchObject({ code: 'too_big' })
  expect(process.cpuUsage(cpu).user).toBeLessThan(200_000)
})

test('an order that waits ends with its visitor', async () => {
  const pool = hostile()
  const first = pool.read('factsOffset', [bytesOf('turns')])
  const leaving = new AbortController()
  const second = pool.read('factsOffset', [bytesOf('honest')], leaving.signal)
  leaving.abort(new Error('left'))
  await expect(second).rejects.toThrow('left')
  await expect(first).rejects.toMatchObject({ code: 'too_big' })
})
