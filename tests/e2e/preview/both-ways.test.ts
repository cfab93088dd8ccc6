import fs from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { makeMedia, mediaFile } from '../../internet/media.ts'
import { WHOLE } from '../../internet/sites/odd-servers.ts'
import { grantFor } from '../lib/grants.ts'
import { useProduct } from '../lib/harness.ts'
import { downloadOf, openPreview } from '../lib/visit.ts'
import { describeSealed } from '../../sealed.ts'

// Media comes from its source by the Worker's own fetch (edge) or through a merger (relay). The visitor must
// not see a difference.

const ODD = [...WHOLE, 'retry-after'] as const
const WAYS = ['edge', 'relay'] as const
const cases = ODD.flatMap((kind) => WAYS.map((way) => [kind, way] as const))

describeSealed('both ways serve the same bytes of odd servers', () => {
  const harness = useProduct({ vars: { MEDIA_WAY: 'unguarded' } })
  let film: Buffer
  beforeAll(async () => {
    await makeMedia()
    film = fs.readFileSync(mediaFile('combined-360.mp4'))
  })

  const ask = async (way: (typeof WAYS)[number], kind: string, name: string, init?: RequestInit) => {
    const source = `https://odd-servers.example/${kind}/${way}-${name}`
    const query = `url=${encodeURIComponent(source)}&g=${await grantFor(source, way)}`
    return await fetch(`${harness.address}/api/proxied_download?${query}`, init)
  }
  const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())

  test.each(cases)('serves the whole file of a server with %s (%s)', async (kind, way) => {
    const answer = await ask(way, kind, 'whole')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'video/mp4'])
    expect((await bytesOf(answer)).equals(film)).toBe(true)
  })

  test.each(cases)('answers HEAD as GET for a server with %s (%s)', async (kind, way) => {
    const answer = await ask(way, kind, 'head', { method: 'HEAD' })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'video/mp4'])
    expect([null, `${film.length}`]).toContain(answer.headers.get('content-length'))
  })

  test.each(cases)('resumes or starts again with %s (%s)', async (kind, way) => {
    const answer = await ask(way, kind, 'rest', { headers: { range: 'bytes=500000-' } })
    const bytes = await bytesOf(answer)
    expect(bytes.equals(answer.status === 206 ? film.subarray(500_000) : film)).toBe(true)
  })

  test.each(WAYS)('names MP3 bytes in a film by what they are (%s)', async (way) => {
    const answer = await ask(way, 'song-as-film', 'song')
    expect(answer.headers.get('content-type')).toBe('audio/mpeg')
    expect(answer.headers.get('content-disposition')).toMatch(/\.mp3"$/)
    expect((await bytesOf(answer)).equals(fs.readFileSync(mediaFile('audio.mp3')))).toBe(true)
  })
})

describeSealed.each(['relay', 'unguarded'])('a visitor saves a file with MEDIA_WAY %s', (way) => {
  const harness = useProduct({ vars: { MEDIA_WAY: way } })
  beforeAll(() => makeMedia())

  test.each([`https://cdn.example/faulty/drop/${way}`, 'https://odd-servers.example/text'])(
    'saves the whole film of %s',
    async (folder) => {
      // The player may have read so far ahead that the source has dropped its connection too.
      harness.expectConsoleError(/ERR_\w+ \(https:\/\/cdn\.example\/faulty\/drop\//)
      const preview = await openPreview(harness, `${folder}/combined-360.mp4`, /^\d+p MP4/)
      const download = await downloadOf(preview, () =>
        preview.getByRole('link', { name: /^Download/ }).click(),
      )
      const saved = fs.readFileSync(await download.path())
      expect(saved.equals(fs.readFileSync(mediaFile('combined-360.mp4')))).toBe(true)
    },
  )
})
