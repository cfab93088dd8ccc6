import { execFileSync, fork } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import { startEdge } from './proxy/edge.mjs'
import { MB, media, MERGER, now, SINK_RATE, SOURCE_RATE, WORLD } from './merge/places.mjs'
import { ours, throughEdge, usual } from './merge/ways.mjs'

// `npm run bench -- merge [MB ...]`: the usual way (fetch both, merge, faststart, store), ours, and the limit that no way
// can beat, in one run on the same files; beside it the whole path through workerd and its local R2, whose speed is its
// own. Sizes are 50, 300 and 1000 unless said otherwise. Only ratios and tails are comparable.

const STALL_MS = 60_000

async function compare(sizes) {
  fs.mkdirSync(media, { recursive: true })
  // All of it first: while it is made this process answers nothing, and idle connections would break.
  const bytesOf = new Map(sizes.map((size) => [size, makeMedia(size)]))
  const work = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-merge-'))
  const state = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-merge-edge-'))
  let edge
  const children = ['world', 'merger'].map((name) =>
    fork(path.join(import.meta.dirname, `merge/${name}.mjs`), {
      env: { ...process.env, TMPDIR: work },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    }),
  )
  try {
    await Promise.all(children.map((child) => new Promise((resolve) => child.once('message', resolve))))
    const [, engine] = children
    edge = await startEdge({ work: state, merger: MERGER })
    for (const [size, bytes] of bytesOf) {
      for (const way of ['whole', 'ranges', 'fast']) {
        const rate = { whole: SOURCE_RATE, ranges: 4 * SOURCE_RATE, fast: Infinity }[way]
        const limit = Math.max(bytes / rate, bytes / SINK_RATE)
        const ref = (kind, name) => ({
          id: `${way}-${name}`,
          kind,
          height: null,
          container: kind === 'audio' ? 'm4a' : 'mp4',
          codec: null,
          language: null,
        })
        const plan = { video: ref('video', `video-${size}.mp4`), audio: ref('audio', `audio-${size}.m4a`) }
        const fast = await measured(() => ours(way, size, plan), engine.pid, work)
        const whole = await measured(() => throughEdge(way, size, plan, edge.origin), engine.pid, work)
        const slow = await measured(() => usual(way, size, work), process.pid, work)
        print({
          MB: size,
          source: { whole: '20 MB/s, one connection', ranges: '20 MB/s each of four', fast: 'unthrottled' }[
            way
          ],
          'limit s': limit.toFixed(2),
          'ours s': fast.seconds.toFixed(2),
          'usual s': slow.seconds.toFixed(2),
          'ours / limit': (fast.seconds / limit).toFixed(2),
          'usual / ours': (slow.seconds / fast.seconds).toFixed(2),
          'tail s': fast.tail.toFixed(2),
          'usual tail s': slow.tail.toFixed(2),
          'disk MB': Math.round(fast.disk / MB),
          'usual disk MB': Math.round(slow.disk / MB),
          'RSS MB': Math.round(fast.rss / MB),
          'by workerd and its R2, s': whole.seconds.toFixed(2),
        })
      }
    }
  } finally {
    for (const child of children) child.kill()
    await edge?.end()
    for (const folder of [work, state]) fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** Prints a row as soon as it is measured; the first one brings its header. */
let hasHeader = false
function print(row) {
  const width = (name, value) => Math.max(name.length, String(value).length, name === 'source' ? 24 : 0)
  const line = (pick) =>
    Object.entries(row)
      .map(([name, value]) => String(pick(name, value)).padStart(width(name, value)))
      .join('  ')
  if (!hasHeader) console.log(line((name) => name))
  hasHeader = true
  console.log(line((_, value) => value))
}

/** Rejects when for a minute no byte left the source, reached the store or changed the disk. */
async function stalled(folder, signal) {
  let [last, since] = ['', now()]
  while (!signal.aborted) {
    await sleep(2_000, undefined, { signal }).catch(() => undefined)
    const moved = await (await request(`${WORLD}/moved`)).body.text()
    const state = `${moved} ${usedBy(folder)}`
    if (state !== last) [last, since] = [state, now()]
    else if (now() - since > STALL_MS) throw new Error(`nothing moved for ${STALL_MS / 1_000} s`)
  }
}

/** Seconds of some work, its tail after the last byte of the source, and its peak use of disk and memory. */
async function measured(work, pid, folder) {
  let [disk, rss] = [0, 0]
  const begun = now()
  const watch = setInterval(() => {
    disk = Math.max(disk, usedBy(folder))
    rss = Math.max(rss, memoryOf(pid))
  }, 250)
  const over = new AbortController()
  const { done } = await Promise.race([work(), stalled(folder, over.signal)]).finally(() => {
    clearInterval(watch)
    over.abort()
  })
  const lastByte = Number(await (await request(`${WORLD}/last-byte`)).body.text())
  for (const entry of fs.readdirSync(folder, { withFileTypes: true }))
    if (entry.isFile()) fs.rmSync(path.join(folder, entry.name))
  return { seconds: (done - begun) / 1_000, tail: (done - lastByte) / 1_000, disk, rss }
}

/** Bytes of disk below a folder; what vanishes while we look counts nothing. */
function usedBy(folder) {
  try {
    const names = fs.readdirSync(folder, { recursive: true })
    const blocks = names.map(
      (name) => fs.statSync(path.join(folder, name), { throwIfNoEntry: false })?.blocks ?? 0,
    )
    return 512 * blocks.reduce((sum, count) => sum + count, 0)
  } catch {
    return 0
  }
}

/** Resident bytes of a process and its children (Linux; 0 elsewhere). */
function memoryOf(pid) {
  const status = `/proc/${pid}/status`
  if (!fs.existsSync(status)) return 0
  const own = Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(status, 'utf8'))?.[1] ?? 0) * 1024
  const children = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  return children.reduce((sum, child) => sum + memoryOf(child), own)
}

/** A picture of about this many MB with its sound, repeated from a short clip; gives its bytes. */
function makeMedia(size) {
  const [clip, video, audio] = ['clip.mp4', `video-${size}.mp4`, `audio-${size}.m4a`].map((name) =>
    path.join(media, name),
  )
  const ffmpeg = (text, file) =>
    fs.existsSync(file) || execFileSync('ffmpeg', ['-v', 'error', '-y', ...text.split(' '), file])
  ffmpeg(
    '-f lavfi -i testsrc2=size=1280x720:rate=30:duration=6,noise=alls=40:allf=t -c:v libx264 -preset ultrafast -g 60 -pix_fmt yuv420p -b:v 6M -maxrate 6M -bufsize 6M',
    clip,
  )
  const seconds = Math.round((size * MB * 6) / fs.statSync(clip).size)
  ffmpeg(`-stream_loop -1 -i ${clip} -t ${seconds} -c copy -movflags +faststart`, video)
  ffmpeg(
    `-f lavfi -i sine=frequency=300:sample_rate=44100:duration=${seconds} -c:a aac -b:a 128k -movflags +faststart`,
    audio,
  )
  return fs.statSync(video).size + fs.statSync(audio).size
}

const asked = process.argv.slice(2).map(Number).filter(Boolean)
await compare(asked.length > 0 ? asked : [50, 300, 1_000])
