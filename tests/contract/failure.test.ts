import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Failure, failureRow, isFailureCode, isMachineFault, type FailureCode } from '#contract/failure.ts'
import { failures } from '#contract/failures.ts'

const codes = Object.keys(failures) as FailureCode[]

test('Failure.from keeps a Failure', () => {
  const failure = new Failure('stale', { message: 'gone', formatKey: 'k', cause: 'why' })
  expect(Failure.from(failure, 'internal')).toBe(failure)
  expect(failure).toMatchObject({ code: 'stale', message: 'gone', formatKey: 'k', cause: 'why', status: 403 })
  expect(failure.name).toBe('Failure')
  expect(JSON.parse(JSON.stringify(failure))).toEqual({ error: 'gone', code: 'stale' })
})

test('Failure.from wraps anything else', () => {
  const error = new TypeError('x')
  expect(Failure.from(error, 'merge_failed')).toMatchObject({ code: 'merge_failed', cause: error })
  expect(Failure.from('text')).toMatchObject({ code: 'internal', cause: 'text' })
})

test('has the message of its code', () => {
  for (const code of codes) expect(new Failure(code).message).toBe(failures[code].text)
})

test('knows exactly the codes of the table', () => {
  for (const code of codes) expect(isFailureCode(code)).toBe(true)
  for (const other of ['toString', '__proto__', '', 'Busy', ['busy'], null, 7])
    expect(isFailureCode(other)).toBe(false)
})

test('has an error status for every code', () => {
  for (const code of codes) {
    const { status, waitSeconds } = failureRow(code)
    expect(status >= 400 && status <= 599, code).toBe(true)
    // The wait after `day_used` ends at midnight UTC, so the table cannot contain a fixed number of seconds
    // for this code.
    if (status === 429 && code !== 'day_used') expect(waitSeconds, code).toBeGreaterThan(0)
  }
})

/** Such as "us, merger, report". */
function meaningOf(code: FailureCode): string {
  const { about, retry, isReportable } = failureRow(code)
  return [about, retry, isReportable && 'report'].filter(Boolean).join(', ')
}

test('says what each code is about and what may help', () => {
  const meanings = Map.groupBy(codes, meaningOf)
  expect(Object.fromEntries([...meanings].map(([meaning, all]) => [meaning, all.join(' ')]))).toEqual({
    request:
      'bad_link bad_request body_too_large several_items bad_clip rate_limited day_used forbidden format_gone item_moved file_gone cancelled',
    'request, report': 'refused_address unsupported',
    'request, attempt': 'stale not_found',
    item: 'split private embed_only login gate age paid drm geo removed live post_live not_started media_type unreadable no_sound no_picture no_subtitles in_parts',
    'item, report': 'no_media stream_only',
    us: 'blocked switched_off too_big day_over',
    'us, attempt': 'exit_down merge_failed',
    'us, next_merger': 'exit_used busy merger_down',
    'us, merger, report': 'internal',
    'address, attempt': 'site_limit',
    'address, report': 'site_blocks_us',
    site: 'too_slow',
    'site, report': 'broken',
    'site, attempt': 'source_failed',
    'site, attempt, report': 'unreachable timeout',
  })
  expect(codes.filter(isMachineFault)).toEqual(['exit_used', 'busy', 'merger_down', 'internal'])
})

test('the specification lists each code at its status', () => {
  const specification = readFileSync(new URL('../../docs/specification.md', import.meta.url), 'utf8')
  const missing = codes.filter(
    (code) => !new RegExp(`^\\| ${failureRow(code).status} +\\|.*\`${code}\``, 'm').test(specification),
  )
  expect(missing).toEqual([])
})
