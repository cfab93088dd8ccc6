import * as z from 'zod/mini'

/**
 * `video`: a stream without audio; `audio`: a stream without video; `both`: a stream with video and audio. An
 * image has the kind `video`, and its field `container` is the extension of an image file.
 */
export const streamKind = z.enum(['video', 'audio', 'both'])
export type StreamKind = z.infer<typeof streamKind>

export const tracksOf: Record<StreamKind, { picture: boolean; sound: boolean }> = {
  video: { picture: true, sound: false },
  audio: { picture: false, sound: true },
  both: { picture: true, sound: true },
}

/** The codec that tells streams of one kind and quality apart. */
export const mainCodec = ({
  kind,
  vcodec,
  acodec,
}: Record<'vcodec' | 'acodec', string | null> & { kind: StreamKind }): string | null =>
  ({ video: vcodec, audio: acodec, both: vcodec })[kind]

export const itemKind = z.enum(['video', 'audio', 'image'])
