import path from 'node:path'

/** Addresses, sizes and rates that the files of the merge bench share. */
export const MB = 1024 ** 2
export const PART_BYTES = 8 * MB
/** Bytes per second of one connection to the source. */
export const SOURCE_RATE = 20 * MB
/** Bytes per second of all connections to the store. */
export const STORE_RATE = 40 * MB
export const WORLD_PORT = 9291
export const MERGER_PORT = 9292
export const WORLD = `http://127.0.0.1:${WORLD_PORT}`
export const MERGER = `http://127.0.0.1:${MERGER_PORT}`
export const mediaFolder = path.resolve(import.meta.dirname, '../../../.cache/media/bench')
/** Epoch milliseconds with fractions: comparable between the processes of the bench. */
export const now = () => performance.timeOrigin + performance.now()

/** @typedef {'whole' | 'ranges' | 'fast'} SourceKind see `SOURCES` in scripts/bench/merge.mjs */
/** @typedef {{ done: number, bytes: number }} Stored when the file was stored (see `now`), and its size */
