import { isUtf8 } from 'node:buffer'
import { gunzipSync } from 'node:zlib'
import * as z from 'zod/mini'
import { Failure, type FailureCode } from '#contract/failure.ts'
import { sourceFailure } from '../egress/egress.ts'
import { json } from '../html/loose-json.ts'
import { pageOf, type Page } from '../pages/page.ts'
import { readWhole } from '../http/read-body.ts'
import { get, type RequestOptions } from './http-get.ts'

/** `url`: of the answer. */
export type PageText = { url: URL; text: string }

const MAX_BYTES = 4 * 1024 ** 2
/** Throws the Failures of `readText`. */
export async function readPage(
  link: string,
  options: RequestOptions,
  headers: Record<string, string> = {},
): Promise<Page> {
  const { url, text } = await readText(link, options, headers)
  return pageOf(text, url)
}

/** Throws the Failures of `readText`, and `broken`. */
export async function readJson<T extends z.core.$ZodType>(
  link: string,
  schema: T,
  options: RequestOptions,
): Promise<z.output<T>> {
  const { text } = await readText(link, options)
  const parsed = z.safeParse(schema, json(text))
  if (parsed.success) return parsed.data
  throw new Failure('broken', { cause: `${new URL(link).hostname} answered in an unknown form` })
}

/** Throws by status (`codeOf`), `too_big` above MAX_BYTES, and the Failures of `sourceFailure`. */
export async function readText(
  link: string,
  options: RequestOptions,
  headers: Record<string, string> = {},
): Promise<PageText> {
  try {
    const answer = await get(link, { 'accept-language': 'en', ...headers }, options)
    // A challenge of AWS WAF is a page with status 202.
    if (answer.status < 200 || answer.status > 203) {
      answer.body.destroy()
      throw new Failure(codeOf(answer.status), { cause: `${link} answered ${answer.status}` })
    }
    const body = await readWhole(answer.body as AsyncIterable<Buffer>, MAX_BYTES)
    const text = textOf(inflated(body), answer.headers['content-type'] ?? '')
    return { url: new URL(answer.url), text }
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
