import { execFileSync, fork } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { once } from 'node:events'
import { request } from 'undici'
import { build } from '../build.mjs'
import { setup } from '../lib/setup/setup.mjs'
import { atEnd } from '../lib/stop.mjs'
import { table, untilStalled } from '../lib/measuring.mjs'
import { startEdge } from './proxy/edge.mjs'
import { MB, mediaFolder, MERGER, now, SOURCE_RATE, STORE_RATE, WORLD } from './merge/places.mjs'
import { ours, throughEdge, usual } from './merge/pipelines.mjs'

/** @typedef {import('./merge/places.mjs').SourceKind} SourceKind */
/** @typedef {import('./merge/places.mjs').Stored} Stored */
/** @typedef {import('../../contract/engine/merge.ts').RenditionRef} RenditionRef */
/**
 * @typedef {{ seconds: number, tail: number, disk: number, memory: number }} Measured `tail` is the time in
 *   seconds from the source's last byte to the stored file; `disk` and `memory` are maxima in bytes
 */

/**
 * The kinds of source, each with its speed in bytes per second.
 * @type {Record<SourceKind, { title: string, rate: number }>}
 */
const SOURCES = {
  whole: { title: '20 MB/s, one connection', rate: SOURCE_RATE },
  ranges: { title: '20 MB/s each of four', rate: 4 * SOURCE_RATE },
  fast: { title: 'unthrottled', rate: Infinity },
}

/**
 * `npm run bench -- merge [MB ...]`: merges the same files in several ways and compares the times. MB is the
 * approximate size of the video; the default sizes are 50, 300 and 1000 MB. The columns of the table:
 * - "ours": our merger without the edge; this script stores the file instead of the edge
 * - "with workerd and R2": our merger and the edge, which runs in workerd; the time also depends on the speed
 *   of the local R2
 * - "usual": the usual way, which downloads both inputs, merges them, moves the index of the mp4 file to the
 *   start of the file, and stores the file
 * - "limit": the shortest time that the speed of source and store allows
 * - "tail": the time from the last byte of the source to the stored file
 * Only tails and ratios are comparable between machines.
 * @param {string[]} args
 */
export default async function bench(args) {
  const { python } = await setup()
  await build()
  const given = args.map(Number).filter(Boolean)
  const sizes = given.length > 0 ? given : [50, 300, 1_000]
  fs.mkdirSync(mediaFolder, { recursive: true })
  // All files are made before the first measurement, because making a file blocks the event loop and would
  // let open HTTP connections time out.
  const bytesOf = new Map(sizes.map((size) => [size, makeMedia(size)]))
  const work = temporaryFolder('bench-merge-')
  const [, engine] = await Promise.all(['world', 'merger'].map((name) => startChild(name, work)))
  const edge = await startEdge({ work: temporaryFolder('bench-merge-edge-'), merger: MERGER })
  atEnd(edge.end)
  const print = table({ source: 24, MB: 5 })
  for (const [size, bytes] of bytesOf)
    for (const kind of /** @type {SourceKind[]} */ (Object.keys(SOURCES))) {
      const { title, rate } = SOURCES[kind]
      const limit = Math.max(bytes / rate, bytes / STORE_RATE)
      const plan = {
        video: refOf(kind, 'video', `video-${size}.mp4`),
        audio: refOf(kind, 'audio', `audio-${size}.m4a`),
      }
      const own = await measure(() => ours(kind, size, plan), engine?.pid, work)
      const complete = await measure(() => throughEdge(kind, size, plan, edge.origin), engine?.pid, work)
      const other = await measure(() => usual(kind, size, work, python), process.pid, work)
      print({
        MB: size,
        source: title,
        'limit s': limit.toFixed(2),
        'ours s': own.seconds.toFixed(2),
        'usual s': other.seconds.toFixed(2),
        'ours / limit': (own.seconds / limit).toFixed(2),
        'usual / ours': (other.seconds / own.seconds).toFixed(2),
        'tail s': own.tail.toFixed(2),
        'usual tail s': other.tail.toFixed(2),
        'disk MB': Math.round(own.disk / MB),
        'usual disk MB': Math.round(other.disk / MB),
        'RSS MB': Math.round(own.memory / MB),
        'with workerd and R2, s': complete.seconds.toFixed(2),
      })
    }
}

/**
 * Starts one program of scripts/bench/merge and waits until it is ready. Kills the program when this script
 * ends.
 * @param {string} name name of the program, without `.mjs`
 * @param {string} work the program's folder for temporary files
 */
async function startChild(name, work) {
  const child = fork(path.join(import.meta.dirname, `merge/${name}.mjs`), {
    env: { ...process.env, TMPDIR: work },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  atEnd(() => child.kill())
  await once(child, 'message')
  return child
}

/** @param {string} prefix prefix of the folder's name */
function temporaryFolder(prefix) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), prefix))
  atEnd(() => fs.rmSync(folder, { recursive: true, force: true }))
  return folder
}

/**
 * @param {SourceKind} source
 * @param {'video' | 'audio'} kind
 * @param {string} name
 * @returns {RenditionRef}
 */
const refOf = (source, kind, name) => ({
  id: `${source}-${name}`,
  kind,
  height: null,
  container: kind === 'audio' ? 'm4a' : 'mp4',
  codec: null,
  language: null,
})

/**
 * Runs one merge. Measures its duration, the time from the last byte of the source to the stored file, and
 * the maximum use of disk and memory in bytes. Rejects after one minute without progress. Progress means that
 * the source sends bytes, the store receives bytes, or the disk use changes.
 * @param {() => Promise<Stored>} work
 * @param {number | undefined} pid the process whose memory is measured together with that of its children
 * @param {string} folder the folder whose disk use is measured; `measure` deletes its files at the end
 * @returns {Promise<Measured>}
 */
async function measure(work, pid, folder) {
  let [disk, memory] = [0, 0]
  const start = now()
  const sampling = setInterval(() => {
    disk = Math.max(disk, diskUse(folder))
    memory = Math.max(memory, memoryOf(pid))
  }, 250)
  const moved = async () => `${await read('moved')} ${diskUse(folder)}`
  const { done } = await untilStalled(work, moved).finally(() => clearInterval(sampling))
  const lastByte = Number(await read('last-byte'))
  for (const entry of fs.readdirSync(folder, { withFileTypes: true }))
    if (entry.isFile()) fs.rmSync(path.join(folder, entry.name))
  return { seconds: (done - start) / 1_000, tail: (done - lastByte) / 1_000, disk, memory }
}

/**
 * Requests a figure from scripts/bench/merge/world.mjs and returns it as text. `moved` is the sum of the
 * bytes that the source has sent and the bytes that the store has received. `last-byte` is the time at which
 * the source sent its last byte.
 * @param {'moved' | 'last-byte'} name
 */
async function read(name) {
  const answer = await request(`${WORLD}/${name}`, { headersTimeout: 5_000, bodyTimeout: 5_000 })
  return await answer.body.text()
}

/**
 * Returns the disk use of a folder in bytes. A file that is removed while the folder is read counts as empty.
 * @param {string} folder
 */
function diskUse(folder) {
  try {
    const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })
    const blocks = names.map(
      (name) => fs.statSync(path.join(folder, name), { throwIfNoEntry: false })?.blocks ?? 0,
    )
    return 512 * blocks.reduce((sum, count) => sum + count, 0)
  } catch {
    // A subfolder was removed while the folder was read. The folder then counts as empty in this sample.
    return 0
  }
}

/**
 * Returns the resident memory of a process and its children in bytes; 0 on other systems than Linux.
 * @param {number | string | undefined} pid
 * @returns {number}
 */
function memoryOf(pid) {
  try {
    const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8')
    const own = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024
    const children = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
    return children.reduce((sum, child) => sum + memoryOf(child), own)
  } catch {
    // The system has no /proc, or the process has ended.
    return 0
  }
}

/**
 * Makes a video file of about `size` MB and a matching audio file by repeating a short clip. Existing files
 * are kept.
 * @param {number} size approximate size of the video in MB
 * @returns {number} the size of both files together in bytes
 */
function makeMedia(size) {
  const clip = path.join(mediaFolder, 'clip.mp4')
  const video = path.join(mediaFolder, `video-${size}.mp4`)
  const audio = path.join(mediaFolder, `audio-${size}.m4a`)
  /** @type {(args: string, file: string) => void} */
  const ffmpeg = (args, file) => {
    if (fs.existsSync(file)) return
    execFileSync('ffmpeg', ['-v', 'error', '-y', ...args.split(' '), file])
  }
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
