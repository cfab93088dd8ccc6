import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import type { WatchList } from '../../../contract/engine/watch.ts'
import { MERGER, now, type Stored } from './places.ts'

const TURNS = 3

/** Makes a folder with an `ffmpeg` that copies nothing to watch while the file `unwatched` exists. */
export function switchableFfmpeg(folder: string): { folder: string; unwatched: string } {
  const unwatched = path.join(folder, 'unwatched')
  const real = execFileSync('sh', ['-c', 'command -v ffmpeg'], { encoding: 'utf8' }).trim()
  const lines = ['#!/bin/sh', `[ -e ${unwatched} ] && case "$*" in *watch.mp4) exit 1;; esac`]
  fs.writeFileSync(path.join(folder, 'ffmpeg'), [...lines, `exec ${real} "$@"`, ''].join('\n'), {
    mode: 0o755,
  })
  return { folder, unwatched }
}

/** Returns the median time with a copy and a reader of it, divided by the median time without them. */
export async function slowdown(task: string, unwatched: string, run: () => Promise<Stored>): Promise<number> {
  const [without, watched]: [number[], number[]] = [[], []]
  for (let turn = 0; turn < TURNS; turn += 1) {
    fs.writeFileSync(unwatched, '')
    without.push(await timed(run))
    fs.rmSync(unwatched)
    const reading = new AbortController()
    const reader = readCopy(`${MERGER}/merges/${task}.1/watch`, reading.signal)
    watched.push(await timed(run))
    reading.abort()
    if ((await reader) === 0) throw new Error('There was no copy to watch.')
  }
  return median(watched) / median(without)
}

async function timed(run: () => Promise<Stored>): Promise<number> {
  const start = now()
  return (await run()).done - start
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!

/** Reads each fragment once, and returns the number of bytes. */
async function readCopy(watch: string, signal: AbortSignal): Promise<number> {
  let end = 0
  while (!signal.aborted) {
    const answer = await request(watch)
    const list = (await answer.body.json()) as Partial<WatchList>
    const last = list.fragments?.at(-1)?.end ?? 0
    if (last > end) {
      await (await request(`${watch}/bytes?start=${end}&end=${last}`)).body.dump({ limit: Infinity })
      end = last
    }
    await sleep(250)
  }
  return end
}
