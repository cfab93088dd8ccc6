import path from 'node:path'

export const MB = 1024 ** 2
export const PART_BYTES = 8 * MB
/** Speed, in bytes per second, of each connection to the source. */
export const SOURCE_RATE = 20 * MB
/** Of all uploads together to the store, which imitates R2 (world.ts). */
export const STORE_RATE = 40 * MB
export const WORLD_PORT = 9291
export const MERGER_PORT = 9292
export const WORLD = `http://127.0.0.1:${WORLD_PORT}`
export const MERGER = `http://127.0.0.1:${MERGER_PORT}`
export const mediaFolder = path.resolve(import.meta.dirname, '../../../.cache/media/bench')
export const now = () => performance.timeOrigin + performance.now()

export type SourceKind = 'whole' | 'ranges' | 'fast'
/** the time at which the file was stored (see `now`), and its size in bytes */
export type Stored = { done: number; bytes: number }
