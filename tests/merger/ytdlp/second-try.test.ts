import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'
import { python } from '../../python.ts'

const folder = path.join(import.meta.dirname, '../../../merger/ytdlp')
const PAGE_HOST = 'site.example'

/** Runs Python code that reads the variable `given` and sets the variable `result`. Returns `result`. */
function run(given: unknown, code: string): unknown {
  const program = `import io, json, sys, second_try\ngiven = json.load(sys.stdin)\n${code}\nprint(json.dumps(result))`
  const env = { ...process.env, PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1' }
  const input = JSON.stringify(given)
  return JSON.parse(execFileSync(python, ['-c', program], { encoding: 'utf8', env, input }))
}

/**
 * Returns the links of the formats that visitors are offered when the first try has failed with `error` and
 * the second try has returned `formats`.
 */
function offeredAfter(error: object, formats: { url: string; manifest_url?: string }[]): string[] {
  const answer = { info: { formats: formats.map((each) => ({ ...each, needs_more: false })) } }
  const marked = run({ answer, error }, `result = second_try.mark_formats(given['answer'], given['error'])`)
  return (marked as typeof answer).info.formats.flatMap((each) => (each.needs_more ? [] : [each.url]))
}

const OWN = { url: `https://${PAGE_HOST}/own.mp4` }
const OTHER = { url: 'https://cdn.example/other.mp4' }
const OWN_MANIFEST = { url: 'https://cdn.example/1.mp4', manifest_url: `https://${PAGE_HOST}/a.mpd` }

test('offers no format of a host that refused with 403', () => {
  const refused = { status: 403, host: PAGE_HOST }
  expect(offeredAfter(refused, [OWN, OTHER, OWN_MANIFEST])).toEqual([OTHER.url])
})

test('offers all formats after a first failure without a 403', () => {
  expect(offeredAfter({ status: null, host: null }, [OWN, OTHER])).toEqual([OWN.url, OTHER.url])
  expect(offeredAfter({ status: 200, host: PAGE_HOST }, [OWN, OTHER])).toEqual([OWN.url, OTHER.url])
})

test('survives a format with an invalid link', () => {
  const invalid = { url: 'https://[cdn.example/1.mp4' }
  expect(offeredAfter({ status: 403, host: PAGE_HOST }, [invalid, OWN])).toEqual([invalid.url])
})

test('fails with the error of a failed second try', () => {
  const answer = { error: { message: 'gone' }, warnings: [] }
  const code = `result = second_try.mark_formats(given, {'status': 403, 'host': '${PAGE_HOST}'})`
  expect(run(answer, code)).toEqual(answer)
})

test('error_facts names the host that refused', () => {
  const code = `from facts import error_facts
from yt_dlp.networking.common import Response
from yt_dlp.networking.exceptions import HTTPError
result = error_facts(HTTPError(Response(io.BytesIO(b''), given, {}, status=403)))`
  expect(run('https://Site.Example:8443/page', code)).toMatchObject({ status: 403, host: PAGE_HOST })
})
