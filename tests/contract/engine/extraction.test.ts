import { expect, test } from 'vitest'
import {
  extractionSchema,
  extractLineSchema,
  extractRequestSchema,
  hasTrait,
  type Extraction,
  type ExitReport,
  type ExtractRequest,
} from '#contract/engine/extraction.ts'
import { withField } from '../with-field.ts'

const extraction: Extraction = {
  boot: 'boot',
  source_url: 'https://video.example/1',
  led_to: 'https://video.example/2',
  extractor: 'youtube',
  title: 'A title',
  uploader: 'A person',
  description: 'A description',
  thumbnail: 'https://video.example/1.jpg',
  duration: 12.5,
  series: 'A series',
  season_number: 1,
  episode_number: 2,
  date: '2026-01-01T00:00:00Z',
  part: { index: 1, total: 4 },
  song: {
    title: 'A song',
    artist: 'A band',
    album: 'An album',
    album_artist: 'A band',
    genre: 'Folk',
    track: 1,
    disc: 2,
  },
  chapters: [{ start: 1, title: 'A chapter' }],
  subtitles: [
    {
      language: 'en',
      name: 'English',
      url: 'https://video.example/1.vtt',
      track: 't1',
      automatic: true,
      headers: {},
      bound: false,
    },
  ],
  artwork: 'https://video.example/square.jpg',
  list_title: 'A post',
  cover: 'https://video.example/cover.jpg',
  entries: [
    {
      index: 1,
      kind: 'image',
      title: 'A picture',
      duration: 1,
      thumbnail: 'https://video.example/1.jpg',
      picture: {
        url: 'https://video.example/1.png',
        ext: 'png',
        width: 640,
        height: 480,
        headers: { referer: 'https://video.example/' },
        bound: false,
      },
    },
  ],
  section: { start: 1, end: 2 },
  expires_at: 1_000,
  is_preview: false,
  renditions: [
    {
      id: '137',
      kind: 'video',
      transport: 'http',
      url: 'https://media.example/1.mp4',
      manifest: 'https://media.example/master.m3u8',
      container: 'mp4',
      vcodec: 'avc1.640028',
      acodec: null,
      width: 1920,
      height: 1080,
      fps: 30,
      hdr: false,
      tbr: 1_000,
      abr: null,
      vbr: 1_000,
      filesize: 10,
      filesize_approx: 11,
      language: 'en',
      original: true,
      headers: { referer: 'https://video.example/' },
      cookies: 'a=1',
      bound: true,
      user_agent: 'Agent',
      available_at: 2_000,
      traits: ['premium'],
      lines: 1080,
      name: 'Source',
      version: 'Signed',
      exit: 'home-1',
    },
  ],
  failed: 'not_found',
}
const report: ExitReport = { exit: 'home', outcome: 'fault', route: [{ exit: 'home', per_hour: 4 }] }
const request: ExtractRequest = {
  v: 1,
  url: 'https://video.example/1',
  item: 2,
  fresh: true,
  exit: 'home',
}

test('keeps all fields of an extraction and a request', () => {
  expect(extractionSchema.parse(extraction)).toEqual(extraction)
  expect(extractRequestSchema.parse(request)).toEqual(request)
})

test.each([
  { state: 'queued' },
  { state: 'done', extraction, exit: report },
  { state: 'done', extraction },
  { state: 'led', link: 'https://video.example/1' },
  { state: 'failed', code: 'busy', detail: 'no slot', exit: report },
])('keeps all fields of a line with the state $state', (line) => {
  expect(extractLineSchema.parse(line)).toEqual(line)
})

test.each([
  {},
  { state: 'waiting' },
  { state: 'done' },
  { state: 'done', extraction: {} },
  { state: 'failed', detail: 'no slot' },
  { state: 'failed', code: 'no such code', detail: 'no slot' },
  { state: 'failed', code: 'busy', detail: 'no slot', exit: {} },
])('the line %j of the response to /extract is refused', (line) => {
  expect(extractLineSchema.safeParse(line).success).toBe(false)
})

test.each<[string, readonly unknown[], readonly unknown[]]>([
  ['renditions.0.kind', ['video', 'audio', 'both'], ['', 'image', undefined]],
  ['renditions.0.transport', ['http', 'hls', 'dash'], ['', 'rtmp', undefined]],
  ['entries.0.kind', ['video', 'audio', 'image', null], ['', 'both', undefined]],
  ['renditions.0.traits', [[], ['a trait of a newer version']], ['premium', [1], undefined]],
  ['entries', [undefined, []], [Array(101).fill(extraction.entries![0])]],
])('the field %s of an extraction accepts only valid values', (path, accepted, refused) => {
  for (const value of accepted)
    expect(extractionSchema.safeParse(withField(extraction, path, value)).success).toBe(true)
  for (const value of refused)
    expect(extractionSchema.safeParse(withField(extraction, path, value)).success).toBe(false)
})

test.each<[string, unknown]>([
  ['title', null],
  ['duration', -1],
  ['duration', Number.NaN],
  ['part', {}],
  ['section', { start: 1 }],
  ['entries.0.picture', {}],
  ['entries.0', {}],
  ['renditions', undefined],
  ['renditions.0', {}],
  ['renditions.0.bound', undefined],
  ['renditions.0.headers', { referer: 1 }],
  ['failed', 'no such code'],
])('an extraction with the field %s and the value %j is refused', (path, value) => {
  expect(extractionSchema.safeParse(withField(extraction, path, value)).success).toBe(false)
})

test('finds only the given traits', () => {
  expect(hasTrait({ traits: ['premium', 'preview'] }, 'preview')).toBe(true)
  expect(hasTrait({ traits: ['premium'] }, 'preview')).toBe(false)
  expect(hasTrait({ traits: [] }, 'preview')).toBe(false)
})
