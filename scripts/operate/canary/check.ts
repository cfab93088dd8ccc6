import type { Item } from './items.ts'
import type { Format, VideoInfo } from '../../../contract/api.ts'
import { isFailureCode, isMachineFault } from '../../../contract/failure.ts'
import { isImageFile } from '../../../contract/media-types.ts'
import { paths } from '../../../contract/paths.ts'
import { directLink } from '../../../web/preview/write-link.ts'
import { paste, withFile } from '../visit.ts'
import { faultOfFile } from './media.ts'

/**
 * `gone`: removed or made private; `blocked`: the platform refuses our addresses; `ours`: a failure of the
 * product; `broken`: any other difference.
 */
type State = 'ok' | 'blocked' | 'gone' | 'broken' | 'ours' | 'skipped'
/** `code`: the result of the extraction, `ok` or a failure code */
export type Result = {
  platform: string
  shape: string
  expected: string
  code: string | null
  state: State
  detail: string
  ms: number
}

const MAX_MERGE_BYTES = 10_000_000
const MERGE_MS = 180_000
const PICTURE_MS = 120_000

/** Never throws. */
export async function check(item: Item, origin: string, merges: boolean): Promise<Result> {
  const { platform, shape, expected } = item
  const about = { platform, shape, expected }
  if (item.link === '') return { ...about, code: null, state: 'skipped', detail: 'no link', ms: 0 }
  const started = Date.now()
  const result = (code: string | null, state: State, detail: string): Result => ({
    ...about,
    code,
    state,
    detail,
    ms: Date.now() - started,
  })
  try {
    const info = await paste(origin, item.link, item.item)
    const code = typeof info === 'string' ? info : 'ok'
    if (code !== expected) return result(code, stateOf(code), `expected ${expected}, got ${code}`)
    if (typeof info === 'string') return result(code, 'ok', '')
    const fault = (await faultOf(item, info, origin)) ?? (await faultOfMerge(item, info, origin, merges))
    return fault ? result(code, 'broken', fault) : result(code, 'ok', '')
  } catch (error) {
    return result(null, 'ours', error instanceof Error ? error.message : String(error))
  }
}

function stateOf(code: string): State {
  if (code === 'site_blocks_us' || code === 'site_limit') return 'blocked'
  if (code === 'removed' || code === 'private') return 'gone'
  return isFailureCode(code) && (isMachineFault(code) || code === 'rate_limited') ? 'ours' : 'broken'
}

async function faultOf(item: Item, info: VideoInfo, origin: string) {
  if (item.notice && !info.notice?.includes(item.notice)) return `the notice is ${info.notice ?? 'absent'}`
  const lines = Math.max(0, ...info.formats.map(({ resolution }) => Number.parseInt(resolution ?? '0', 10)))
  if (item.lines && lines < item.lines) return `the best picture has ${lines} lines, expected ${item.lines}`
  for (const kind of item.has) {
    const formats = info.formats.filter((format) => hasKind(format, kind))
    if (formats.length === 0) return `no format has a ${kind}`
    // A format that needs a merge has no direct link.
    for (const format of formats) {
      const link = directLink(format, 'canary', origin)
      if (link === null) continue
      const fault = isImageFile(format.ext)
        ? await faultOfPicture(new URL(link, origin).href)
        : await faultOfFile(new URL(link, origin).href, format.ext, kind)
      if (fault) return `${format.label}: ${fault}`
      break
    }
  }
  return undefined
}

const hasKind = (format: Format, kind: 'picture' | 'sound'): boolean =>
  kind === 'picture' ? !format.is_audio_only : format.has_audio

async function faultOfPicture(link: string) {
  const answer = await fetch(link, { signal: AbortSignal.timeout(PICTURE_MS) })
  await answer.body?.cancel()
  const type = answer.headers.get('content-type')
  return answer.ok && type?.startsWith('image/') ? undefined : `the picture answers ${answer.status} ${type}`
}

async function faultOfMerge(item: Item, info: VideoInfo, origin: string, merges: boolean) {
  if (!merges || !item.merge) return undefined
  const format = info.formats
    .filter(({ url, filesize }) => url.startsWith(paths.startMerge) && (filesize ?? 0) <= MAX_MERGE_BYTES)
    .toSorted((a, b) => (a.filesize ?? MAX_MERGE_BYTES) - (b.filesize ?? MAX_MERGE_BYTES))[0]
  if (!format) return `no format of at most ${MAX_MERGE_BYTES / 1e6} MB needs a merge`
  return await withFile(format, origin, MERGE_MS, async (address) => {
    const fault = await faultOfFile(address, format.ext, format.is_audio_only ? 'sound' : 'picture')
    return fault && `the merged file: ${fault}`
  })
}
