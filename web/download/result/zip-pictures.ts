import { makeZip } from 'client-zip'
import type { Entry } from '#contract/api.ts'

// This module makes a zip archive of all pictures of a post. The module is a separate chunk, which loads when
// the visitor presses the button.

export type PictureEntry = Entry & { picture: NonNullable<Entry['picture']> }

export type Zipped = { file: Blob | null; missing: number[] }

export const nameInZip = ({ index, picture }: PictureEntry): string =>
  `${String(index).padStart(3, '0')}.${picture.ext}`

/**
 * Loads the pictures one after another and writes them into one zip archive without compression. A picture
 * that cannot be loaded completely is left out of the archive. The number of such a picture is in `missing`
 * of the result. Rejects only if `signal` is aborted.
 * @param onProgress called with the number of pictures that were loaded or left out so far
 */
export async function zipPictures(
  pictures: readonly PictureEntry[],
  onProgress: (tried: number) => void,
  signal: AbortSignal,
): Promise<Zipped> {
  const missing: number[] = []
  async function* files() {
    for (const [tried, entry] of pictures.entries()) {
      const input = await load(entry.picture.url, signal)
      signal.throwIfAborted()
      onProgress(tried + 1)
      if (input) yield { name: nameInZip(entry), input }
      else missing.push(entry.index)
    }
  }
  const stream = makeZip(files())
  const file = await new Response(stream, { headers: { 'content-type': 'application/zip' } }).blob()
  return { file: missing.length < pictures.length ? file : null, missing }
}

/**
 * Returns a whole picture, or null if it cannot be loaded. The picture is read completely before it is
 * written, so that no incomplete picture gets into the archive.
 */
async function load(url: string, signal: AbortSignal): Promise<Blob | null> {
  try {
    const answer = await fetch(url, { signal })
    return answer.ok ? await answer.blob() : null
  } catch (cause) {
    if (!signal.aborted) console.warn(cause)
    return null
  }
}
