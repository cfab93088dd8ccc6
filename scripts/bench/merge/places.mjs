import path from 'node:path'

/** Where the parts of the bench meet. */
export const MB = 1024 ** 2
export const PART = 8 * MB
/** Bytes a second of one connection to the source, and of all to the store. */
export const SOURCE_RATE = 20 * MB
export const SINK_RATE = 40 * MB
export const [PORT_WORLD, PORT_MERGER] = [9291, 9292]
export const WORLD = `http://127.0.0.1:${PORT_WORLD}`
export const MERGER = `http://127.0.0.1:${PORT_MERGER}`
export const media = path.resolve(import.meta.dirname, '../../../.cache/media/bench')
export const now = () => performance.timeOrigin + performance.now()
