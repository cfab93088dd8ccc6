import { isUtf8 } from 'node:buffer'
import { gunzipSync } from 'node:zlib'
import * as z from 'zod/mini'
import { Failure, type FailureCode } from '#contract/failure.ts'
import { sourceFailure } from '../../egress/egress.ts'
import { get, type RequestOptions } from '../../fetch/http-get.ts'
import { readWhole } from '../../http/read-body.ts'

const MAX_BYTES = 4 * 1024 ** 2
/** A longer tag is cut, so that parsing a hostile page takes little time. */
const MAX_TAG = 8_192
const MAX_ATTRIBUTES = 64
const MAX_TAGS = 2_000
/** Each relative link of a page would repeat a longer one. */
const MAX_BASE = 2_048

/** Relative links refer to `base`. */
export type Page = { url: URL; base: URL; text: string }

/** Throws by status (`codeOf`), `too_big` above MAX_BYTES, and the Failures of `sourceFailure`. */
export async function readPage(
  link: string,
  options: RequestOptions,
  headers: Record<string, string> = {},
): Promise<Page> {
  try {
    const answer = await get(link, { 'accept-language': 'en', ...headers }, options)
    // A challenge of AWS WAF is a page with status 202.
    if (answer.status < 200 || answer.status > 203) {
      answer.body.destroy()
      throw new Failure(codeOf(answer.status), { cause: `${link} answered ${answer.status}` })
    }
    const url = new URL(answer.url)
    const body = await readWhole(answer.body as AsyncIterable<Buffer>, MAX_BYTES)
    const text = textOf(inflated(body), answer.headers['content-type'] ?? '')
    const base = tagsOf(text, 'base')
      .find((tag) => tag.has('href'))
      ?.get('href')
    const isBase = base && base.length <= MAX_BASE && URL.canParse(base, url.href)
    return { url, base: isBase ? new URL(base, url) : url, text }
  } catch (error) {
    throw error instanceof Failure ? error : sourceFailure(error)
  }
}

/** Some servers compress although nobody asked for it, and do not always say so. */
function inflated(body: Buffer): Buffer {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return body
  try {
    return gunzipSync(body, { maxOutputLength: MAX_BYTES })
  } catch (error) {
    throw new Failure('broken', { cause: error })
  }
}

/** Throws the Failures of `readPage`, and `broken`. */
export async function readJson<T extends z.core.$ZodType>(
  link: string,
  schema: T,
  options: RequestOptions,
): Promise<z.output<T>> {
  const { text } = await readPage(link, options)
  const parsed = z.safeParse(schema, json(text))
  if (parsed.success) return parsed.data
  throw new Failure('broken', { cause: `${new URL(link).hostname} answered in an unknown form` })
}

/** A text that is valid UTF-8 is UTF-8, whatever it declares, unless it has the mark of UTF-16. */
function textOf(body: Buffer, type: string): string {
  const mark = body.subarray(0, 2).toString('latin1')
  if (mark === '\u00ff\u00fe') return new TextDecoder('utf-16le').decode(body)
  if (mark === '\u00fe\u00ff') return new TextDecoder('utf-16be').decode(body)
  if (isUtf8(body)) return body.toString('utf8')
  const start = body.subarray(0, 1_024).toString('latin1')
  const charset = /charset\s*=\s*["']?([\w-]{1,40})/i.exec(`${type} ${start}`)?.[1] ?? 'windows-1252'
  try {
    return new TextDecoder(/^utf-?8$/i.test(charset) ? 'windows-1252' : charset).decode(body)
  } catch {
    return body.toString('utf8') // No encoding has this name.
  }
}

function codeOf(status: number): FailureCode {
  if (status === 404 || status === 410) return 'removed'
  if (status === 401) return 'login'
  if (status === 403) return 'site_blocks_us'
  if (status === 429) return 'site_limit'
  if (status === 451) return 'geo'
  return status >= 500 ? 'unreachable' : 'broken'
}

/** If several elements have the same name, the first one counts. */
export function metaOf(page: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const tag of tagsOf(page, 'meta')) {
    const name = (tag.get('property') ?? tag.get('name'))?.toLowerCase()
    const content = tag.get('content')?.trim()
    if (name && content && !found.has(name)) found.set(name, content)
  }
  return found
}

export function tagsOf(page: string, name: string): Map<string, string>[] {
  return page
    .split(new RegExp(`<${name}(?=[\\s>/])`, 'i'), MAX_TAGS)
    .slice(1)
    .map((rest) => attributesOf(rest.slice(0, MAX_TAG)))
}

function attributesOf(rest: string): Map<string, string> {
  const found = new Map<string, string>()
  const attribute = /\s*\/?([^\s=>/"']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/y
  for (let match = attribute.exec(rest); match && found.size < MAX_ATTRIBUTES; match = attribute.exec(rest))
    found.set(match[1]!.toLowerCase(), decodedEntities(match[2] ?? match[3] ?? match[4] ?? ''))
  return found
}

export function dataOf(page: string): unknown[] {
  return page
    .split(/<script(?=[\s>])/i, MAX_TAGS)
    .slice(1)
    .flatMap((rest) => {
      const start = rest.indexOf('>') + 1
      const type = attributesOf(rest.slice(0, Math.min(start, MAX_TAG))).get('type')
      if (!type || !/^\s*application\/(ld\+)?json\s*(?:;|$)/i.test(type)) return []
      const end = rest.search(/<\/script/i)
      return [sloppyJson(rest.slice(start, end < 0 ? undefined : end))]
    })
}

export function titleOf(page: string): string | null {
  const title = /<title[^<>]*>([^<]{1,1000})<\/title/i.exec(page)?.[1]
  return title ? decodedEntities(title).trim() : null
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

export function decodedEntities(text: string): string {
  return text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]{2,6}));/gi, (whole, hex, decimal, name) => {
    if (name) return NAMED[String(name).toLowerCase()] ?? whole
    const point = hex ? Number.parseInt(hex, 16) : Number(decimal)
    return point > 0 && point <= 0x10_ffff ? String.fromCodePoint(point) : whole
  })
}

/** Sites write JSON by hand: with line breaks in strings, trailing commas, or in a comment. */
function sloppyJson(text: string): unknown {
  const plain = text
    .replace(/^\s*(?:<!--|\/\/\s*<!\[CDATA\[|<!\[CDATA\[)/, '')
    .replace(/(?:-->|\/\/\s*\]\]>|\]\]>)\s*$/, '')
    .replace(/\p{Cc}/gu, ' ')
  return json(text) ?? json(plain.replace(/,(?=\s{0,1000}[}\]])/g, '').replace(/;\s*$/, ''))
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // Invalid JSON. The callers reject undefined, because no schema matches it.
  }
}
