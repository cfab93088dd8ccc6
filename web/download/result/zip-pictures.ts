import { makeZip } from 'client-zip'
import type { Entry } from '#contract/api.ts'

// Makes the file of all pictures of a post. A separate chunk, which loads when the visitor asks for it.

/** A picture of a post, by its number in the post. */
export type PictureEntry = Entry & { picture: NonNullable<Entry['picture']> }

/** The finished file, null if no picture could be loaded, and the numbers of the missing pictures. */
export type Zipped = { file: Blob | null; missing: number[] }

/** Name of a picture in the file: its number in the post, which also keeps the names apart. */
export const nameInZip = ({ index, picture }: PictureEntry): string =>
  `${String(index).padStart(3, '0')}.${picture.ext}`

/**
 * Loads the pictures one after another and writes them into one zip without compression. A picture that
 * cannot be loaded completely is left out and named in the result. Rejects only when `signal` aborts.
 * @param onProgress called with the number of pictures that were tried
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
 * A whole picture; null if it cannot be loaded. It is read before it is written, so no part of it gets into
 * the file.
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
