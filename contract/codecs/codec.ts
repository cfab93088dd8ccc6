/** What a place must know to decide about a codec. A new row does not compile before it answers for each. */
export type Codec = {
  /** What people call it. */
  name: string
  /** What ffprobe reports. */
  ffmpeg: string
  /** What ffmpeg decodes it with. */
  decoders: readonly string[]
  /** Other names that sites and files use. */
  aliases: readonly string[]
  /** `usual`: nearly every player opens it in MP4. `some`: it is registered there, but some do not. */
  inMp4: 'usual' | 'some' | 'no'
  inWebm: boolean
  /** Runs of several encoders can follow each other in a transport stream. */
  joins: boolean
  /** Browsers play it in fragmented MP4. */
  isWatchable: boolean
  /** Fewer players support it than H.264, AAC and MP3, so its rows name it. */
  isNoted: boolean
}
