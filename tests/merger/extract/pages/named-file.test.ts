import { expect, test } from 'vitest'
import { Failure, type FailureCode } from '#contract/failure.ts'
import { failures } from '#contract/failures.ts'
import { mediumOn } from '../../../../merger/extract/pages/on-page.ts'

const url = new URL('https://a.example/film')
const page = { url, text: '<script>player({ file: "https://a.example/film.mp4" })</script>' }

async function told(code: FailureCode): Promise<boolean> {
  const asked = { link: url.href, item: undefined, request: { signal: new AbortController().signal } }
  const found = mediumOn(page, asked as never, () => Promise.reject(new Failure(code)))
  return await found.then(
    () => false,
    (error: unknown) => error instanceof Failure && error.code === code,
  )
}

test('a page fails as the file that it names, unless the text may be no file', async () => {
  const codes = Object.keys(failures) as FailureCode[]
  const ofItem = codes.filter((code) => failures[code].about === 'item')
  const expected = [...ofItem, 'refused_address', 'too_big'].filter(
    (code) => !['removed', 'no_media'].includes(code),
  )
  const telling = await Promise.all(codes.map(async (code) => ((await told(code)) ? [code] : [])))
  expect(telling.flat().toSorted()).toEqual(expected.toSorted())
})
