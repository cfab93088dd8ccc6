import type { Brand } from '#contract/brand.ts'
import { textOn } from '#contract/palette.ts'

// Draws the icon of the installed site as a PNG, because iOS and some Android launchers do not read SVG. The
// icon shows an arrow that points down to a line, in the brand's colours. A Worker has no canvas and no
// fonts, so the icon is computed pixel by pixel.

/** iOS uses 180, and the web app manifest lists the other two. */
export const ICON_SIZES = [180, 192, 512] as const
export type IconSize = (typeof ICON_SIZES)[number]

/** Each pixel has this many sample points in each direction, so that the edge of the arrow looks smooth. */
const SAMPLES = 4
const LEVELS = SAMPLES * SAMPLES

/**
 * The arrow is within the middle 80 percent of the icon, because launchers may cut off the rest (W3C, Web App
 * Manifest, "maskable").
 */
function isArrow(x: number, y: number): boolean {
  const across = Math.abs(x - 0.5)
  const isShaft = across <= 0.06 && y >= 0.24 && y <= 0.5
  const isHead = y >= 0.44 && y <= 0.64 && across <= 0.64 - y
  const isLine = across <= 0.2 && y >= 0.69 && y <= 0.76
  return isShaft || isHead || isLine
}

function coverage(column: number, row: number, size: number): number {
  let count = 0
  for (let sample = 0; sample < LEVELS; sample++) {
    const x = (column + ((sample % SAMPLES) + 0.5) / SAMPLES) / size
    const y = (row + (Math.floor(sample / SAMPLES) + 0.5) / SAMPLES) / size
    if (isArrow(x, y)) count++
  }
  return count
}

/** Each row is a byte for the filter type (none), followed by the palette index of each pixel. */
function pixels(size: number): Uint8Array<ArrayBuffer> {
  const rows = new Uint8Array((size + 1) * size)
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++) {
      const isNear = Math.abs(column / size - 0.5) < 0.22
      if (isNear) rows[row * (size + 1) + 1 + column] = coverage(column, row, size)
    }
  return rows
}

const channels = (color: string) => [1, 3, 5].map((from) => parseInt(color.slice(from, from + 2), 16))

function palette(background: string, arrow: string): Uint8Array {
  const [from, to] = [channels(background), channels(arrow)]
  return Uint8Array.from({ length: (LEVELS + 1) * 3 }, (_, at) => {
    const share = Math.floor(at / 3) / LEVELS
    return Math.round(from[at % 3]! * (1 - share) + to[at % 3]! * share)
  })
}

const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

/** Returns a chunk of a PNG: length, type, data, and the CRC of type and data (RFC 2083, section 3.2). */
function chunk(type: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(data.length + 12)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, data.length)
  bytes.set(new TextEncoder().encode(type), 4)
  bytes.set(data, 8)
  const crc = bytes.subarray(4, -4).reduce((sum, byte) => CRC[(sum ^ byte) & 0xff]! ^ (sum >>> 8), 0xffffffff)
  view.setUint32(data.length + 8, (crc ^ 0xffffffff) >>> 0)
  return bytes
}

/** They are the same for all brands, because only the palette contains colours. */
const drawn = new Map<IconSize, Uint8Array<ArrayBuffer>>()

async function packedPixels(size: IconSize): Promise<Uint8Array<ArrayBuffer>> {
  const known = drawn.get(size)
  if (known) return known
  const stream = new Blob([pixels(size)]).stream().pipeThrough(new CompressionStream('deflate'))
  const packed = new Uint8Array(await new Response(stream).arrayBuffer())
  drawn.set(size, packed)
  return packed
}

export async function iconPng(brand: Brand, size: IconSize): Promise<Uint8Array<ArrayBuffer>> {
  const { primary } = brand.branding.colors
  const header = new Uint8Array(13)
  new DataView(header.buffer).setUint32(0, size)
  new DataView(header.buffer).setUint32(4, size)
  header.set([8, 3, 0, 0, 0], 8)
  const parts = [
    new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', palette(primary, textOn(primary))),
    chunk('IDAT', await packedPixels(size)),
    chunk('IEND', new Uint8Array()),
  ]
  return new Uint8Array(await new Blob(parts).arrayBuffer())
}
