import type { Rendition } from './engine/extraction.ts'

/** The shorter side in pixels: a video of 1080 x 1920 pixels is also called 1080p. */
export function linesOf({ width, height }: Pick<Rendition, 'width' | 'height'>): number | null {
  if (!height) return null
  return width ? Math.min(width, height) : height
}
