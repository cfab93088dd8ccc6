import { extensionOf, MEDIA_FILES } from '#contract/media-types.ts'
import { plainType } from '#contract/media-answer.ts'

export function containerOfType(type: string | null): string | undefined {
  const plain = plainType(type)
  const [, subtype] = /^(?:audio|video)\/(?:x-)?([\w-]+)$/.exec(plain) ?? []
  // A media type that `extensionOf` does not know often contains the extension, as in "audio/x-flac".
  return [extensionOf(plain), subtype].find((extension) => extension && MEDIA_FILES.has(extension))
}

/** Characters of a header with a file name. */
const MAX_NAME = 1_000

/** RFC 6266. */
export function containerOfName(disposition: string | null): string | undefined {
  const [, ext = ''] =
    /filename\*?=[^;]*\.([a-z\d]{2,4})"?\s*(?:;|$)/i.exec(disposition?.slice(0, MAX_NAME) ?? '') ?? []
  return MEDIA_FILES.has(ext.toLowerCase()) ? ext.toLowerCase() : undefined
}
