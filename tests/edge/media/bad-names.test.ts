import { parse } from 'content-disposition'
import { describe, expect } from 'vitest'
import { testEach } from '../corpus.ts'
import { pathOf } from '../grants/grant-maker.ts'
import { visit } from '../visit.ts'

const LINK = 'https://cdn.test/v.mp4'

/**
 * Checks a file name against the rules in the field `expect` of its entry in the corpus of bad inputs. The
 * rules that hold for every file name are checked in the test that calls this function.
 */
function assertNamed(expected: string, header: string, name: string): void {
  const words: [RegExp, () => void][] = [
    [/filename="clip\.mp4"/, () => expect(header).toBe('attachment; filename="clip.mp4"')],
    [/filename\* used/, () => expect(header).toContain("filename*=UTF-8''")],
    [/"untitled\.mp4"/, () => expect(name).toBe('untitled.mp4')],
    [/prefixed or renamed/, () => expect(name).not.toMatch(/^con\./i)],
    [/leading dot removed/, () => expect(name).not.toMatch(/^\./)],
    [/no colon/, () => expect(name).not.toContain(':')],
    [/no evil\.exe|extension replaced|same as html/, () => expect(name).not.toMatch(/\.(exe|svg|url)$/i)],
  ]
  for (const [pattern, check] of words) if (pattern.test(expected)) check()
}

describe('the proxy makes requested file names safe', () => {
  testEach('GET /api/proxied_download (filename)', {}, async ({ input, expect: expected }) => {
    const sent = new URLSearchParams({ filename: String(input) }).toString()
    const answer = await visit(`${await pathOf(LINK)}&${sent}`)
    expect(answer.status).toBe(200)
    const header = answer.headers.get('content-disposition')!
    expect(header).toMatch(/^attachment; filename="/)
    expect(header).toMatch(/^[\x20-\x7e]*$/)
    const { parameters } = parse(header)
    const name = parameters.filename ?? ''
    // The parameter `filename*` is needed only if the name contains other characters than ASCII.
    const isAscii = /^[\x20-\x7e]*$/.test(name)
    expect(Object.keys(parameters)).toEqual(isAscii ? ['filename'] : ['filename', 'filename*'])
    expect(name).toMatch(/\.mp4$/)
    expect(name).not.toMatch(/[\\/\p{Cc}\p{Cf}\p{Cs}]/u)
    expect(answer.headers.get('set-cookie')).toBe(null)
    assertNamed(expected, header, name)
  })
})
