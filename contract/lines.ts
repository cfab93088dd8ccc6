import type { Rendition } from './engine/extraction.ts'

/** The names that sites give to qualities, as heights of pictures of 16:9. */
export const RUNGS = [144, 240, 360, 480, 540, 576, 720, 1_080, 1_440, 2_160, 4_320]
/** Encoders round sizes to multiples of 2 to 16 pixels. */
const ROUNDING = 0.015
/** A site's own name counts only if the picture has about this size. */
const LEAST = 0.9
const MOST = 1.1

type Picture = Pick<Rendition, 'width' | 'height' | 'lines'>

/**
 * The quality that people call 1080p: the site's own name of it, else the shorter side (1080 × 1920), else
 * the height that a film in wide format has with its black bars (1920 × 820).
 */
export function linesOf({ width, height, lines }: Picture): number | null {
  if (!height) return lines ?? rungAt(((width ?? 0) * 9) / 16) ?? null
  const shorter = width ? Math.min(width, height) : height
  const barred = width && width > height ? (width * 9) / 16 : 0
  if (lines && lines >= shorter * LEAST && lines <= Math.max(shorter, barred) * MOST) return lines
  const [near, far] = [rungAt(shorter), rungAt(barred)]
  if (near && far) return Math.abs(far - barred) < Math.abs(near - shorter) ? far : near
  return near ?? far ?? shorter
}

const rungAt = (lines: number) => RUNGS.find((rung) => Math.abs(rung - lines) <= rung * ROUNDING)

export const isSmooth = (fps: number): boolean => fps > 31
