import { matchesGlob } from 'node:path'

export interface Area {
  name: string
  mutate: string[]
  tests: string[]
  /** if a test runs yt-dlp, ffmpeg or a server; otherwise UNIT_TEST_SECONDS */
  seconds?: number
}

const TYPES_ONLY = ['contract/globals.d.ts', 'contract/platforms/platform.ts', 'edge/tasks/task.ts']

/**
 * All areas, the quickest first. StrykerJS runs tests in Node, so an area contains only code that Node can
 * run. CONTRIBUTING.md lists the files that are left out, with the reasons.
 */
export const areas: readonly Area[] = [
  {
    name: 'edge/request',
    mutate: ['edge/request/{range,conditions,bounded-body}.ts', 'edge/shared-read.ts'],
    tests: ['tests/edge/request/{range,conditions,bounded-body}.test.ts', 'tests/edge/shared-read.test.ts'],
  },
  {
    name: 'edge/grants',
    mutate: ['edge/grants/*.ts'],
    tests: ['tests/edge/grants/{seal,open-grant,ticket,short-link}.test.ts'],
  },
  {
    name: 'edge/formats',
    mutate: ['edge/formats/*.ts'],
    tests: ['tests/edge/formats/*.test.ts', 'tests/merger/extract/right-files.test.ts'],
  },
  {
    name: 'edge/media',
    mutate: ['edge/media/*.ts'],
    tests: ['tests/edge/media/{media-link,media-type,playlist,segment,upstream}.test.ts'],
  },
  {
    name: 'edge/places',
    mutate: ['edge/places/{fair-places,leased-places}.ts'],
    tests: ['tests/edge/places/{fair-places,fair-places-random,leased-places,networks,turns}.test.ts'],
  },
  {
    name: 'edge/tasks',
    mutate: [
      'edge/tasks/{task-machine,random-events,upload-parts,messages,puller,attachment}.ts',
      'edge/retry.ts',
    ],
    // tests/protocol is left out, because its property tests take 15 s for each change.
    tests: [
      'tests/edge/tasks/{task-machine,random-events,upload-parts,pull-order,attachment,messages}.test.ts',
      'tests/edge/retry.test.ts',
    ],
  },
  {
    name: 'web',
    mutate: [
      'web/download/{machine,kept-result,failure-text,find-formats}.ts',
      'web/download/form/{accept,search,formats-request}.ts',
      'web/download/choice/*.ts',
      'web/preview/{machine,watch,link,refresh-link,countdown,share-payload}.ts',
      'web/content/display.ts',
    ],
    tests: ['tests/web/{download,preview}/*.test.ts', 'tests/web/content/display.test.ts'],
  },
  {
    name: 'contract',
    mutate: ['contract/*.ts', 'contract/engine/*.ts', 'contract/subtitles/*.ts'],
    tests: [
      'tests/contract/**/*.test.ts',
      'tests/merger/egress/exits.test.ts',
      'tests/merger/http/token.test.ts',
    ],
  },
  {
    name: 'contract/timeline',
    mutate: ['contract/timeline/*.ts'],
    tests: ['tests/merger/timeline/{dash,hls}.test.ts'],
  },
  {
    name: 'merger/extract/renditions',
    mutate: ['merger/extract/renditions/*.ts'],
    tests: [
      'tests/merger/extract/{metadata,right-choice,right-doubt,right-files,right-track,right-version}.test.ts',
      'tests/merger/extract/renditions/expiry.test.ts',
    ],
  },
  {
    name: 'contract/platforms',
    mutate: ['contract/platforms/*.ts'],
    tests: ['tests/contract/platforms/*.test.ts', 'tests/contract/{link,corpus,wrapped-link}.test.ts'],
  },
  {
    name: 'merger/egress/rules',
    mutate: ['merger/egress/{public-address,public-url,breaker,exits,client-hello}.ts'],
    tests: ['tests/merger/egress/{public-address,public-url,breaker,exits,client-hello}.test.ts'],
  },
  {
    name: 'merger/egress',
    seconds: 6,
    mutate: ['merger/egress/{agent,dial,egress,guard,guard-check,nat64,socks,upstream,wait-for}.ts'],
    tests: [
      'tests/merger/egress/{agent,dial,egress,guard,guard-check,guard-tunnel,https-proxy,nat64,socks,upstream,wait-for}.test.ts',
    ],
  },
  {
    name: 'merger/fetch',
    seconds: 12,
    mutate: ['merger/fetch/*.ts'],
    tests: ['tests/merger/fetch/*.test.ts'],
  },
  {
    name: 'merger/merge/proof',
    seconds: 15,
    mutate: ['merger/merge/proof/*.ts', 'merger/media/mp4-facts.ts'],
    tests: ['tests/merger/merge/proof/*.test.ts', 'tests/merger/media/mp4-facts.test.ts'],
  },
  {
    name: 'merger/merge/sources',
    seconds: 12,
    mutate: ['merger/merge/sources/*.ts'],
    tests: ['tests/merger/merge/sources/*.test.ts'],
  },
  {
    name: 'merger/merge',
    seconds: 12,
    mutate: ['merger/merge/{attempt,attempts,backlog,growing-file,index-reserve}.ts'],
    tests: ['tests/merger/merge/{attempt,attempts,backlog,growing-file,index-reserve}.test.ts'],
  },
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
