import type { Format } from '#contract/api.ts'
import type { Figures } from '#texts/figures.ts'
import { isPictureName, kbpsOf } from '../content/display.ts'

export const kindOf = ({ ext }: Pick<Format, 'ext'>): string => ext.toUpperCase().replace(/^JPEG$/, 'JPG')

/** The size without needless digits, for narrow places: "126 MB", "≈1.4 GB". */
export function shortSizeOf(
  { filesize, about }: Pick<Format, 'filesize' | 'about'>,
  { shortSize }: Pick<Figures, 'shortSize'>,
  mark = '≈',
): string | null {
  return filesize ? `${about ? mark : ''}${shortSize(filesize)}` : null
}

export function rateOf(format: Format, { bitrate }: Pick<Figures, 'bitrate'>): string | null {
  const kbps = kbpsOf(format)
  return kbps ? bitrate(kbps) : null
}

const isMade = (format: Format): boolean => format.is_audio_only && format.converted === true

export function choiceOf(format: Format): string {
  return format.is_audio_only
    ? [kindOf(format), isMade(format) && format.abr && `${Math.round(format.abr)} kbps`]
        .filter(Boolean)
        .join(' ')
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
