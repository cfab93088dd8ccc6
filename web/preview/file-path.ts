import { paths } from '#contract/paths.ts'
import { proxied, type PreviewLink } from './link.ts'
import { fileOf, type MadeFile, type PreviewState } from './machine.ts'

/**
 * Returns the URL of a file for the player. The URL is different each time the file is made again. Otherwise
 * the browser would mix cached bytes of the old file with bytes of the new one.
 */
export const playerPath = ({ taskId, generation }: MadeFile): string =>
  filePath(taskId) + (generation && `?made=${generation}`)

export const filePath = (taskId: string): string => `${paths.file}${encodeURIComponent(taskId)}`

/** Returns the URL that saves the file; null while there is no file. */
export function downloadHref({
  state,
  link,
}: {
  state: PreviewState
  link: PreviewLink | null
}): string | null {
  const file = fileOf(state)
  if (file) return `${filePath(file.taskId)}?download=1&filename=${encodeURIComponent(link?.filename ?? '')}`
  const isOpen = state.step === 'direct' || state.step === 'unavailable'
  if (!isOpen || link?.target?.kind !== 'media') return null
  return proxied(link.target.media, link.filename, location.origin)
}
