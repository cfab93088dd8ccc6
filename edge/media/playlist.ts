import { Failure } from '#contract/failure.ts'
import { paths } from '#contract/paths.ts'
import { attributesOf, playlistLimits, Variables } from '#media/lists/playlist-variables.ts'
import type { PlaylistRules } from '../grants/grant.ts'
import { boundedText } from '../request/bounded-body.ts'
import { mediaTarget } from '../media-link.ts'
import { domainOf } from './registrable-domain.ts'

// An HLS playlist (RFC 8216) comes from another site, so its size, the length of its lines and its number of
// links are limited. Each link gets a grant of about 500 bytes. So the rewritten playlist is many times
// longer than the original. Therefore the edge rewrites one line at a time and sends the result as a stream.

const MAX_PLAYLIST_BYTES = 2 * 1024 ** 2
const MAX_LINKS = 20_000
/** A stream has its cost for each piece, and a hostile playlist has a million lines. */
const PIECE_CHARACTERS = 16_384

export async function playlistText(answer: Response): Promise<string> {
  return await boundedText(answer, { maxBytes: MAX_PLAYLIST_BYTES, tooLong: 'too_big' })
}

/** The whole playlist is checked before the stream is returned. */
export function rewritePlaylist(text: string, base: URL, rules: PlaylistRules): ReadableStream<Uint8Array> {
  const variables = assertPlaylist(text, base, rules)
  const lines = expandedLines(text, base, rules)
  const handed = text.includes(VARIANT) ? variables : undefined
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      let piece = ''
      for (let next = lines.next(); !next.done; next = lines.next()) {
        const line = await rewriteLine(next.value, base, (target) => rules.child(target, handed))
        piece += `${line}\n`
        const hasLink = line !== next.value
        if (hasLink || piece.length >= PIECE_CHARACTERS) return controller.enqueue(encoder.encode(piece))
      }
      if (piece !== '') controller.enqueue(encoder.encode(piece))
      controller.close()
    },
  })
}

function assertPlaylist(text: string, base: URL, rules: PlaylistRules): Values {
  if (!text.trimStart().startsWith('#EXTM3U')) throw new Failure('media_type')
  const allowed = new Set([domainOf(base), ...rules.domains])
  let links = 0
  const lines = expandedLines(text, base, rules)
  let next = lines.next()
  for (; !next.done; next = lines.next()) {
    const uri = uriIn(next.value)
    if (!uri) continue
    if (++links > MAX_LINKS) throw new Failure('too_big')
    if (isData(uri.text)) continue
    const target = mediaTarget(uri.text, base)
    if (!target || !allowed.has(domainOf(target))) throw new Failure('refused_address')
  }
  return next.value
}

async function rewriteLine(line: string, base: URL, child: PlaylistRules['child']): Promise<string> {
  const uri = uriIn(line)
  const target = uri && !isData(uri.text) && mediaTarget(uri.text, base)
  if (!target) return line
  const link = `${paths.proxiedDownload}?url=${encodeURIComponent(target.href)}&g=${await child(target)}`
  return replaced(line, uri, link)
}

function replaced(line: string, { text, start }: Uri, other: string): string {
  return line.slice(0, start) + other + line.slice(start + text.length)
}

const isData = (uri: string): boolean => /^data:/i.test(uri)

const DEFINE = '#EXT-X-DEFINE:'
const VARIANT = '#EXT-X-STREAM-INF:'

type Values = PlaylistRules['variables']

/**
 * The lines with the values of variables (RFC 8216bis, section 4.3) in their URIs. A player of our page knows
 * the query of our address only, so what a playlist takes from elsewhere becomes a plain definition.
 */
function* expandedLines(text: string, base: URL, rules: PlaylistRules): Generator<string, Values> {
  const variables = new Variables(base.href, rules.variables)
  for (const line of linesOf(text)) {
    if (line.length > playlistLimits.line) throw new Failure('too_big')
    if (!line.startsWith(DEFINE)) {
      const uri = uriIn(line)
      yield uri ? replaced(line, uri, variables.expand(uri.text)) : line
      continue
    }
    const attributes = attributesOf(line.slice(DEFINE.length))
    const imported = attributes.get('IMPORT')
    const name = attributes.get('QUERYPARAM') ?? imported
    const isElsewhere = imported !== undefined && !rules.variables.has(imported)
    if (!isElsewhere) variables.define(attributes)
    yield name === undefined || isElsewhere ? line : definition(name, variables.values.get(name)!)
  }
  return variables.values
}

function definition(name: string, value: string): string {
  if (/["\r\n]/.test(name + value)) throw new Failure('source_failed')
  return `${DEFINE}NAME="${name}",VALUE="${value}"`
}

function* linesOf(text: string): Generator<string, void> {
  const breaks = /\r\n?|\n/g
  for (let start = 0; start < text.length;) {
    breaks.lastIndex = start
    const found = breaks.exec(text)
    yield text.slice(start, found?.index ?? text.length)
    start = found ? breaks.lastIndex : text.length
  }
}

type Uri = { text: string; start: number }

/** The running time is linear in the length of the line. */
function uriIn(line: string): Uri | undefined {
  const trimmed = line.trim()
  if (trimmed === '') return undefined
  if (!trimmed.startsWith('#')) return { text: trimmed, start: line.indexOf(trimmed) }
  for (let at = line.indexOf('URI="'); at >= 0; at = line.indexOf('URI="', at + 1)) {
    // Skips a match in which `URI` is only the end of a longer attribute name, such as X-ASSET-URI.
    if (/[\w-]/.test(line[at - 1] ?? '')) continue
    const start = at + 'URI="'.length
    const end = line.indexOf('"', start)
    return end < 0 ? undefined : { text: line.slice(start, end), start }
  }
  return undefined
}
