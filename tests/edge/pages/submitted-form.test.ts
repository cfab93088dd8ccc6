import { expect, test } from 'vitest'
import { failures } from '#contract/failures.ts'
import { merger, visit } from '../visit.ts'

const fresh = (query = '') => `https://media.test/direct/${crypto.randomUUID()}${query}`
const submit = (link: string, site: string, destination = 'document') =>
  visit(`/?url=${encodeURIComponent(link)}&go=1`, {
    headers: { 'sec-fetch-site': site, 'sec-fetch-dest': destination },
  })

test('lists the formats without JavaScript', async () => {
  const answer = await submit(fresh(), 'same-origin')
  const html = await answer.text()
  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('etag')).toBeNull()
  expect(html).toContain('Coastline at dawn')
  // The big button is a link that saves the file.
  expect(html).toMatch(/<a class="btn btn-fill" href="\/api\/proxied_download\?[^"]*_1080p_/)
})

test('is not shown to the next visitor', async () => {
  await submit(fresh(), 'same-origin')
  expect(await (await visit('/')).text()).not.toContain('Coastline at dawn')
})

test('shows the message of a failure with status 200', async () => {
  const answer = await submit(fresh('?fail=private'), 'same-origin')
  expect(answer.status).toBe(200)
  expect(await answer.text()).toContain(failures.private.text)
})

test.each([
  ['cross-site', 'document'],
  ['same-site', 'document'],
  ['none', 'document'],
  // If a service worker forwards a navigation, the request can have these Sec-Fetch headers even if
  // another site started the navigation.
  ['same-origin', 'empty'],
])('extracts nothing for Sec-Fetch-Site %s and Sec-Fetch-Dest %s', async (site, destination) => {
  const link = fresh()
  const answer = await submit(link, site, destination)
  expect(answer.status).toBe(200)
  expect(await answer.text()).not.toContain('Coastline at dawn')
  expect((await merger(link)).extracts).toBe(0)
})
