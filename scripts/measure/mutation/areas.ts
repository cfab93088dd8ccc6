import { matchesGlob } from 'node:path'

export interface Area {
  name: string
  mutate: string[]
  tests: string[]
  /** if a test runs yt-dlp, ffmpeg or a server; otherwise UNIT_TEST_SECONDS */
  seconds?: number
}

const TYPES_ONLY = ['contract/globals.d.ts', 'contract/platforms/platform.ts', 'edge/tasks/task.ts']

/** By default all files of the folder, and the tests that bear their names. */
function areaOf(
  name: string,
  {
    mutate = [`${name}/*.ts`],
    tests = mutate.map((glob) => `tests/${glob.replace(/\.ts$/, '.test.ts')}`),
    more = [],
    seconds,
  }: Partial<Area> & { more?: string[] } = {},
): Area {
  return { name, mutate, tests: [...tests, ...more], ...(seconds && { seconds }) }
}

/**
 * All areas, the quickest first. StrykerJS runs tests in Node, so an area contains only code that Node can
 * run. CONTRIBUTING.md lists the files that are left out, with the reasons.
 */
export const areas: readonly Area[] = [
  areaOf('edge/request', {
    mutate: ['edge/request/{range,conditions,bounded-body}.ts', 'edge/shared-read.ts'],
  }),
  areaOf('edge/grants', { tests: ['tests/edge/grants/{seal,open-grant,ticket,short-link}.test.ts'] }),
  areaOf('edge/formats'),
  areaOf('contract/catalogue', { more: ['tests/merger/extract/right-files.test.ts'] }),
  areaOf('edge/media', {
    tests: ['tests/edge/media/{media-link,media-type,playlist,segment,upstream}.test.ts'],
  }),
  areaOf('edge/places', {
    mutate: ['edge/places/{fair-places,leased-places}.ts'],
    more: ['tests/edge/places/{fair-places-random,networks,turns}.test.ts'],
  }),
  areaOf('edge/tasks', {
    mutate: [
      'edge/tasks/{task-machine,upload-parts,messages,puller,attachment,watermark-report}.ts',
      'edge/retry.ts',
    ],
    // tests/protocol is left out, because its property tests take 15 s for each change.
    tests: [
      'tests/edge/tasks/{task-machine,random-events,upload-parts,pull-order,attachment,messages}.test.ts',
      'tests/edge/retry.test.ts',
    ],
  }),
  areaOf('web', {
    mutate: [
      'web/download/{machine,kept-result,failure-text,find-formats}.ts',
      'web/download/form/{accept,search,formats-request}.ts',
      'web/download/choice/*.ts',
      'web/preview/{machine,watch,link,refresh-link,countdown,share-payload}.ts',
      'web/content/display.ts',
    ],
    tests: ['tests/web/{download,preview}/*.test.ts', 'tests/web/content/display.test.ts'],
  }),
  areaOf('contract', {
    mutate: ['contract/*.ts', 'contract/engine/*.ts', 'contract/subtitles/*.ts'],
    tests: [
      'tests/contract/**/*.test.ts',
      'tests/merger/egress/exits.test.ts',
      'tests/merger/http/token.test.ts',
    ],
  }),
  areaOf('media/lists', { tests: ['tests/media/lists/{dash,dash-periods,hls}.test.ts'] }),
  areaOf('media/subtitles', { tests: ['tests/media/subtitles/*.test.ts'] }),
  areaOf('merger/extract/renditions', {
    tests: [
      'tests/merger/extract/{metadata,right-choice,right-doubt,right-files,right-track,right-version}.test.ts',
      'tests/merger/extract/renditions/{expiry,version}.test.ts',
    ],
  }),
  areaOf('contract/platforms', { more: ['tests/contract/{link,corpus,wrapped-link}.test.ts'] }),
  areaOf('merger/pages', {
    mutate: [
      'merger/pages/{candidates,described-media,episode,feed-links,frames,inner-markup}.ts',
      'merger/pages/{linked-media,media-name,named-items,onward,plain-text,posts}.ts',
      'merger/pages/{page,read,script-media,walls}.ts',
      'merger/pages/items/*.ts',
      'merger/html/*.ts',
    ],
    tests: ['tests/merger/pages/**/*.test.ts', 'tests/merger/html/*.test.ts'],
  }),
  areaOf('merger/egress/rules', {
    mutate: ['merger/egress/{public-address,public-url,exits,client-hello}.ts'],
  }),
  areaOf('merger/egress', {
    seconds: 6,
    mutate: ['merger/egress/{agent,dial,egress,guard,guard-check,nat64,socks,upstream,wait-for}.ts'],
    more: ['tests/merger/egress/{guard-tunnel,https-proxy}.test.ts'],
  }),
  areaOf('merger/fetch', { seconds: 12 }),
  areaOf('merger/merge/proof', {
    seconds: 15,
    mutate: ['merger/merge/proof/*.ts', 'media/mp4/facts.ts'],
  }),
  areaOf('merger/merge/sources', { seconds: 12 }),
  areaOf('merger/merge', {
    seconds: 12,
    mutate: ['merger/merge/{attempt,attempts,backlog,growing-file,index-reserve}.ts'],
  }),
]

export function areasOf(files: readonly string[]): Area[] {
  return areas.flatMap((area) => {
    const mutate = files.filter((file) => isIn(area, file))
    return mutate.length > 0 ? [{ ...area, mutate }] : []
  })
}

function isIn(area: Area, file: string) {
  return !TYPES_ONLY.includes(file) && area.mutate.some((glob) => matchesGlob(file, glob))
}
