import { execFileSync, spawnSync } from 'node:child_process'

const RATE = 8_000
const QUIET_SECONDS = 0.3

type Marks = { flashes: number[]; beeps: number[] }

/** Returns the times, in seconds, at which white frames and bursts of sound begin in a decoded file. */
export function marksOf(file: string): Marks {
  return { flashes: flashesOf(file), beeps: beepsOf(file) }
}

function flashesOf(file: string): number[] {
  const args = `-hide_banner -nostdin -i ${file} -map 0:v:0 -vf scale=1:1:flags=area,format=gray,showinfo -f null -`
  const { stderr } = spawnSync('ffmpeg', args.split(' '), { encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 })
  return Array.from(stderr.matchAll(/pts_time:([\d.]+).* mean:\[(\d+)/g))
    .filter(([, , mean]) => Number(mean) > 128)
    .map(([, time]) => Number(time))
}

export function beepsOf(file: string): number[] {
  const args = `-v error -nostdin -i ${file} -map 0:a:0 -af aresample=${RATE}:async=1:first_pts=0 -ac 1 -f s16le -`
  const sound = execFileSync('ffmpeg', args.split(' '), { maxBuffer: 64 * 1024 ** 2 })
  const found: number[] = []
  let last = -Infinity
  for (let at = 0; at + 2 <= sound.length; at += 2) {
    if (Math.abs(sound.readInt16LE(at)) < 4_000) continue
    const time = at / 2 / RATE
    if (time - last > QUIET_SECONDS) found.push(time)
    last = time
  }
  return found
}

/** Returns the errors that a full decode of a file prints. */
export function decodeErrors(file: string): string {
  const args = `-v error -nostdin -i ${file} -f null -`
  return spawnSync('ffmpeg', args.split(' '), { encoding: 'utf8' }).stderr
}
