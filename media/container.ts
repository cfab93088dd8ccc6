import { extensionOf, MEDIA_FILES } from '#contract/media-types.ts'
import { plainType } from '#contract/media-answer.ts'

export function containerOfType(type: string | null): string | undefined {
  const plain = plainType(type)
  const [, subtype] = /^(?:audio|video)\/(?:x-)?([\w-]+)$/.exec(plain) ?? []
  // A media type that `extensionOf` does not know often contains the extension, as in "audio/x-flac".
  return [extensionOf(plain), subtype].find((extension) => extension && MEDIA_FILES.has(extension))
}

/** RFC 6266. */
export function containerOfName(disposition: string | null): string | undefined {
  const [, ext = ''] = /filename\*?=[^;]*\.([a-z\d]{2,4})"?\s*(?:;|$)/i.exec(disposition ?? '') ?? []
  return MEDIA_FILES.has(ext.toLowerCase()) ? ext.toLowerCase() : undefined
}
