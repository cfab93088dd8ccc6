import { API_PREFIX, paths } from '#contract/paths.ts'

const GET = ['GET', 'HEAD']

/** A path that ends with a slash is followed by an id. */
const METHODS: readonly [path: string, methods: readonly string[]][] = [
  [paths.domainConfig, GET],
  [paths.config, GET],
  [paths.health, GET],
  [paths.wake, ['POST']],
  [paths.platforms, GET],
  [paths.downloadVideo, ['POST']],
  [paths.startMerge, GET],
  [paths.status, GET],
  [paths.file, GET],
  [paths.task, ['DELETE']],
  [paths.watch, ['GET']],
  [paths.proxiedDownload, GET],
  [paths.preview, GET],
  [paths.subtitles, ['GET']],
  [paths.imageProxy, GET],
  [paths.shortenPreview, ['POST']],
  [paths.joinMergers, ['GET']],
]

/** A response with status 405 lists them in its Allow header (RFC 9110, section 15.5.6). */
export function allowedMethods(path: string): readonly string[] | null {
  if (!path.startsWith(API_PREFIX)) return GET
  const row = METHODS.find(([known]) =>
    known.endsWith('/') ? path.startsWith(known) && path.length > known.length : path === known,
  )
  return row?.[1] ?? null
}
