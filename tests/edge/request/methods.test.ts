import { expect, test } from 'vitest'
import { errorOf, visit } from '../visit.ts'

test.each([
  ['POST', '/api/config', 'GET, HEAD'],
  ['GET', '/api/download-video', 'POST'],
  ['HEAD', '/api/download-video', 'POST'],
  ['DELETE', '/api/shorten-preview', 'POST'],
  ['OPTIONS', '/api/download-video', 'POST'],
  ['GET', '/api/download/task/x', 'DELETE'],
  ['POST', '/api/download/file/x', 'GET, HEAD'],
  ['POST', '/api/image-proxy', 'GET, HEAD'],
  ['PUT', '/', 'GET, HEAD'],
  ['POST', '/robots.txt', 'GET, HEAD'],
])('%s %s returns status 405 with %s in the Allow header', async (method, path, allow) => {
  const answer = await visit(path, { method })
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow])
})

test('an unknown API path returns status 404 for any method', async () => {
  for (const method of ['GET', 'POST', 'DELETE', 'PUT'])
    expect((await visit('/api/nothing', { method })).status).toBe(404)
})

test.each(['/api/download-video', '/api/shorten-preview'])(
  'POST %s returns status 415 for other types than JSON',
  async (path) => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp']) {
      const answer = await visit(path, { method: 'POST', headers: { 'content-type': type }, body: '{}' })
      expect(await errorOf(answer), type).toMatchObject({ status: 415, code: 'media_type' })
    }
  },
)
