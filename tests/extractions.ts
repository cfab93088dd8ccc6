import type { Extraction, ListedItem, Rendition } from '#contract/engine/extraction.ts'
import type { FailureCode } from '#contract/failure.ts'
import { nothingKnown, rendition } from './builders.ts'

/** A complete 1080p MP4 rendition with video and audio; `facts` replaces some of its fields. */
export const combined = (facts: Partial<Rendition>) =>
  rendition({
    vcodec: 'avc1.640028',
    acodec: 'mp4a.40.2',
    width: 1_920,
    height: 1_080,
    fps: 30,
    tbr: 1_740,
    abr: 128,
    vbr: 1_612,
    filesize: 48_200_000,
    language: 'en',
    ...facts,
  })

/** A 1080p video rendition without audio; `facts` replaces some of its fields. */
export const video = (facts: Partial<Rendition>) =>
  combined({ kind: 'video', acodec: null, abr: null, language: null, ...facts })

/** An audio rendition without video; `facts` replaces some of its fields. */
export const audio = (facts: Partial<Rendition>) =>
  combined({
    kind: 'audio',
    container: 'm4a',
    vcodec: null,
    width: null,
    height: null,
    fps: null,
    tbr: 129,
    abr: 129,
    vbr: null,
    ...facts,
  })

const MASTER = { manifest: 'https://cdn.test/master.m3u8' }

/** The renditions that the fake merger returns. The key is the first segment of the link's path. */
const SHAPES: Record<string, Rendition[]> = {
  direct: [combined({ id: 'mp4' })],
  bound: [
    combined({ id: 'mp4', bound: true, cookies: 'session=1', headers: { Referer: 'https://page.test/' } }),
  ],
  refered: [combined({ id: 'mp4', headers: { Referer: 'https://page.test/' } })],
  refused: [combined({ id: 'mp4', url: 'https://cdn.test/forbidden-to-all.mp4' })],
  gone: [combined({ id: 'mp4', url: 'https://cdn.test/gone.mp4' })],
  inside: [combined({ id: 'mp4', url: 'http://169.254.169.254/latest' })],
  pairs: [
    combined({
      id: '18',
      width: 640,
      height: 360,
      tbr: 500,
      filesize: 12_000_000,
      url: 'https://cdn.test/360.mp4',
    }),
    video({ id: '137', tbr: 4_400, filesize: 120_000_000, url: 'https://cdn.test/1080.mp4' }),
    video({
      id: '248',
      container: 'webm',
      vcodec: 'vp09.00.40.08',
      tbr: 2_600,
      filesize: 70_000_000,
      url: 'https://cdn.test/1080.webm',
    }),
    video({
      id: '401',
      vcodec: 'av01.0.12M.08',
      width: 3_840,
      height: 2_160,
      tbr: 9_000,
      filesize: 250_000_000,
      url: 'https://cdn.test/2160.mp4',
    }),
    audio({ id: '140', filesize: 3_600_000, url: 'https://cdn.test/a.m4a' }),
    audio({
      id: '251',
      container: 'webm',
      acodec: 'opus',
      abr: 140,
      tbr: 140,
      filesize: 3_900_000,
      url: 'https://cdn.test/a.webm',
    }),
    audio({
      id: '140-de',
      language: 'de',
      original: false,
      filesize: 3_500_000,
      url: 'https://cdn.test/de.m4a',
    }),
  ],
  hls: [
    combined({
      id: 'h720',
      transport: 'hls',
      url: 'https://cdn.test/master.m3u8',
      width: 1_280,
      height: 720,
      filesize: null,
      filesize_approx: 9_000_000,
    }),
  ],
  beside: [
    video({
      id: 'v720',
      transport: 'hls',
      url: 'https://cdn.test/video/index.m3u8',
      height: 720,
      width: 1_280,
      ...MASTER,
    }),
    audio({ id: 'en', transport: 'hls', url: 'https://cdn.test/audio/index.m3u8', ...MASTER }),
    audio({
      id: 'de',
      transport: 'hls',
      url: 'https://cdn.test/de/index.m3u8',
      language: 'de',
      original: false,
      ...MASTER,
    }),
  ],
  podcast: [
    audio({
      id: 'mp3',
      container: 'mp3',
      acodec: 'mp3',
      abr: 128,
      tbr: 128,
      filesize: 30_000_000,
      url: 'https://cdn.test/e.mp3',
    }),
  ],
}

/**
 * Returns the items of a list: alternately pictures and videos. The links of the third item have private
 * addresses. If `isHostile` is true, each title has about 100 KB and each item number occurs twice.
 */
function listedItems(count: number, isHostile: boolean): ListedItem[] {
  return Array.from({ length: count }, (_, at) => ({
    index: isHostile ? 1 + Math.floor(at / 2) : at + 1,
    kind: at % 2 === 0 ? 'image' : 'video',
    title: isHostile ? '界'.repeat(33_000) : at === 0 ? 'First' : null,
    duration: at % 2 === 0 ? null : 12,
    thumbnail: at === 2 ? 'http://169.254.169.254/latest' : `https://cdn.test/${at}.jpg`,
    ...(at % 2 === 0 && {
      picture: {
        url: at === 2 ? 'http://10.0.0.1/x.jpg' : `https://cdn.test/${at}.jpg`,
        ext: 'jpg',
        width: 1_280,
        height: 720,
        headers: {},
        bound: false,
      },
    }),
  }))
}

/** Returns the extraction with which the fake merger responds to a link. */
export function extractionOf(url: string, item: number | undefined): Extraction {
  const { pathname, searchParams } = new URL(url)
  const ends = searchParams.get('ends')
  return {
    ...nothingKnown,
    boot: 'boot',
    source_url: url,
    // The fake merger reports that a link with the path `/to-blocked` redirects to a link on another host.
    led_to:
      searchParams.get('led') === 'nowhere'
        ? null
        : (searchParams.get('led') ?? (pathname === '/to-blocked' ? 'https://blocked.test/v' : url)),
    extractor: searchParams.get('extractor') ?? 'generic',
    title: 'Coastline at dawn',
    uploader: 'Harbour Films',
    description: 'Four kilometres of the northern shore.',
    thumbnail: 'https://cdn.test/poster.jpg',
    duration: Number(searchParams.get('duration') ?? 222),
    series: pathname.startsWith('/podcast') ? 'A show' : null,
    part: item === undefined && !searchParams.has('extractor') ? null : { index: item ?? 1, total: 4 },
    ...(searchParams.has('clip') && { section: { start: 29, end: 3_639.7 } }),
    expires_at: ends === null ? null : Date.now() + Number(ends),
    ...(searchParams.has('list') && {
      entries: listedItems(Number(searchParams.get('list')), searchParams.has('hostile')),
    }),
    renditions: SHAPES[pathname.split('/')[1] ?? ''] ?? SHAPES.direct!,
    // The parameter `failed` means that the first items of a list could not be extracted. Its value is the
    // failure code.
    ...(searchParams.has('failed') &&
      item === undefined && { failed: searchParams.get('failed') as FailureCode, renditions: [] }),
  }
}
