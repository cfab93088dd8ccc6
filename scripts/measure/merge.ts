import { execFileSync, fork } from 'node:child_process'
import type { RenditionRef } from '../../contract/engine/merge.ts'
import fs from 'node:fs'
import path from 'node:path'
import { once } from 'node:events'
import { request } from 'undici'
import { build } from '../run/build.ts'
import { setup } from '../lib/setup/setup.ts'
import { atEnd, temporaryFolder } from '../lib/stop.ts'
import { table } from '../lib/table.ts'
import { startEdge } from './proxy/edge.ts'
import {
  type SourceKind,
  type Stored,
  MB,
  mediaFolder,
  MERGER,
  now,
  SOURCE_RATE,
  STORE_RATE,
  WORLD,
} from './merge/places.ts'
import { ours, throughEdge, usual } from './merge/pipelines.ts'
import { descendants, rss } from './processes.ts'

/** `tail`: seconds from the source's last byte to the stored file; `disk`: most bytes, `memory`: MB */
type Measured = { seconds: number; tail: number; disk: number; memory: number }

const SOURCES: Record<SourceKind, { title: string; rate: number }> = {
  whole: { title: '20 MB/s, one connection', rate: SOURCE_RATE },
  ranges: { title: '20 MB/s each of four', rate: 4 * SOURCE_RATE },
  fast: { title: 'unthrottled', rate: Infinity },
}

/** "usual" downloads both inputs, merges them, moves the index to the start and stores the file. */
export default async function bench(args: string[]) {
  const { python } = await setup()
  await build()
  const given = args.map(Number).filter(Boolean)
  const sizes = given.length > 0 ? given : [50, 300, 1_000]
  fs.mkdirSync(mediaFolder, { recursive: true })
  // All files are made before the first measurement, because making a file blocks the event loop and would
  // let open HTTP connections time out.
  const bytesOf = new Map(sizes.map((size) => [size, makeMedia(size)]))
  const work = temporaryFolder('bench-merge')
  const [, engine] = await Promise.all(['world', 'merger'].map((name) => startChild(name, work)))
  const edge = await startEdge({ work: temporaryFolder('bench-merge-edge'), merger: MERGER })
  atEnd(edge.end)
  const print = table({ source: 24, MB: 5 })
  for (const [size, bytes] of bytesOf)
    for (const kind of Object.keys(SOURCES) as SourceKind[]) {
      const { title, rate } = SOURCES[kind]
      const limit = Math.max(bytes / rate, bytes / STORE_RATE)
      const plan = {
        video: refOf(kind, 'video', `video-${size}.mp4`),
        audio: refOf(kind, 'audio', `audio-${size}.m4a`),
      }
      const own = await measure(() => ours(kind, size, plan), engine!.pid!, work)
      const complete = await measure(() => throughEdge(kind, size, plan, edge.origin), engine!.pid!, work)
      const watched = await slowdown((choice) => ours(kind, size, plan, choice))
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
        'RSS MB': Math.round(own.memory),
        'watched / unwatched': watched.toFixed(3),
        'with workerd and R2, s': complete.seconds.toFixed(2),
      })
    }
}

async function startChild(name: string, work: string) {
  const child = fork(path.join(import.meta.dirname, `merge/${name}.ts`), {
    env: { ...process.env, TMPDIR: work },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  atEnd(() => child.kill())
  await once(child, 'message')
  return child
}

const TURNS = 3

/** The median time with a copy and its reader, divided by that without a copy, of some turns of both. */
async function slowdown(run: (choice: Parameters<typeof ours>[3]) => Promise<Stored>): Promise<number> {
  const times: [number[], number[]] = [[], []]
  for (let turn = 0; turn < 2 * TURNS; turn++) {
    const start = now()
    const { done } = await run(turn % 2 === 0 ? { isUnwatched: true } : { hasReader: true })
    times[turn % 2]!.push(done - start)
  }
  const [without, watched] = times.map((all) => all.toSorted((a, b) => a - b)[Math.floor(TURNS / 2)]!)
  return watched! / without!
}

const refOf = (source: SourceKind, kind: 'video' | 'audio', name: string): RenditionRef => ({
  id: `${source}-${name}`,
  kind,
  height: null,
  container: kind === 'audio' ? 'm4a' : 'mp4',
  codec: null,
  language: null,
})

async function measure(work: () => Promise<Stored>, pid: number, folder: string): Promise<Measured> {
  let [disk, memory] = [0, 0]
  const start = now()
  const sampling = setInterval(() => {
    disk = Math.max(disk, diskUse(folder))
    memory = Math.max(memory, rss(descendants(pid)))
  }, 250)
  const { done } = await work().finally(() => clearInterval(sampling))
  const lastByte = Number(await (await request(`${WORLD}/last-byte`)).body.text())
  for (const entry of fs.readdirSync(folder, { withFileTypes: true }))
    if (entry.isFile()) fs.rmSync(path.join(folder, entry.name))
  return { seconds: (done - start) / 1_000, tail: (done - lastByte) / 1_000, disk, memory }
}

function diskUse(folder: string) {
  try {
    const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })
    const blocks = names.map(
      (name) => fs.statSync(path.join(folder, name), { throwIfNoEntry: false })?.blocks ?? 0,
    )
    return 512 * blocks.reduce((sum, count) => sum + count, 0)
  } catch {
    return 0
  }
}

function makeMedia(size: number): number {
  const clip = path.join(mediaFolder, 'clip.mp4')
  const video = path.join(mediaFolder, `video-${size}.mp4`)
  const audio = path.join(mediaFolder, `audio-${size}.m4a`)
  const ffmpeg = (args: string, file: string): void => {
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
