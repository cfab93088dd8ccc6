import fs from 'node:fs'

const GIB = 1024 ** 3
/** The rest is for merges that run, and for the other programs of the machine. */
const FRACTION = 0.8

/** How many bytes of finished files the machine keeps. `folder` holds those of an earlier run. */
export function limitBytes(folder: string, diskGib: number | undefined): number {
  if (diskGib !== undefined) return Math.floor(diskGib * GIB)
  const { bavail, bsize } = fs.statfsSync(folder)
  return Math.floor(FRACTION * (bavail * bsize + heldBytes(folder)))
}

function heldBytes(folder: string): number {
  return fs
    .readdirSync(folder)
    .map((name) => fs.statSync(`${folder}/${name}`, { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, size) => sum + size, 0)
}

/** Files live for their retention, so the disk can hold so many a day. */
export function gibPerDay(limit: number, retentionSeconds: number): string {
  return String(Math.max(1, Math.floor(((limit / GIB) * 86_400) / retentionSeconds)))
}
