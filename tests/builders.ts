import type { VideoInfo } from '#contract/api.ts'
import type { Rendition } from '#contract/engine.ts'

/** A rendition with the given facts. The defaults describe a plain HTTP mp4 whose other facts are unknown. */
export function rendition(facts: Partial<Rendition>): Rendition {
  return {
    id: 'r',
    kind: 'both',
    transport: 'http',
    url: 'https://cdn.test/v.mp4',
    container: 'mp4',
    vcodec: null,
    acodec: null,
    width: null,
    height: null,
    fps: null,
    hdr: false,
    tbr: null,
    abr: null,
    vbr: null,
    filesize: null,
    filesize_approx: null,
    language: null,
    original: true,
    headers: {},
    cookies: null,
    bound: false,
    ...facts,
  }
}

/** An extraction without formats, as the API answers it. */
export const emptyInfo: VideoInfo = {
  title: 't',
  platform: 'x',
  is_podcast: false,
  formats: [],
  source_url: 'https://a.example/',
}
