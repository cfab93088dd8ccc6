import type { Format } from '#contract/api.ts'
import { bitrateText, isPictureName, kbpsOf, sizeText } from '../content/display.ts'

export const kindOf = ({ ext }: Pick<Format, 'ext'>): string => ext.toUpperCase().replace(/^JPEG$/, 'JPG')

/** The size without needless digits, for narrow places: "126 MB", "≈1.4 GB". */
export function shortSizeOf(
  { filesize, about }: Pick<Format, 'filesize' | 'about'>,
  mark = '≈',
): string | null {
  if (!filesize) return null
  const [figure = '', unit = ''] = sizeText(filesize).split(' ')
  const short = Number(figure) >= 10 ? Math.round(Number(figure)) : Number(Number(figure).toFixed(1))
  return `${about ? mark : ''}${short} ${unit}`
}

export function rateOf(format: Format): string | null {
  const kbps = kbpsOf(format)
  return kbps ? bitrateText(kbps) : null
}

const isMade = (format: Format): boolean => format.is_audio_only && format.converted === true

export function choiceOf(format: Format): string {
  return format.is_audio_only
    ? [kindOf(format), isMade(format) && rateOf(format)].filter(Boolean).join(' ')
    : [format.resolution, kindOf(format)].filter(Boolean).join(' ')
}

/**
 * The name on a chip: of a video its height, of a sound its container. The rate tells sounds of one container
 * in `among` apart.
 */
export function chipName(format: Format, among: readonly Format[] = []): string {
  if (!format.is_audio_only) return format.resolution || format.label
  const needsRate = isMade(format) || among.filter(({ ext }) => ext === format.ext).length > 1
  const kbps = needsRate && kbpsOf(format)
  return [kindOf(format), kbps && Math.round(kbps)].filter(Boolean).join(' ')
}

export const isPicture = ({ is_audio_only, ext }: Format): boolean =>
  !is_audio_only && ext !== 'gif' && isPictureName(`.${ext}`)
