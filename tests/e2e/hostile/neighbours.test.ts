import fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { root } from '../../internet/cache.ts'
import { startProduct, type Product } from '../../internet/product.ts'
import { SILENT_HOSTS } from '../../internet/sites/pages.ts'
import { clientOf } from '../../internet/soak/client.ts'
import { OWN_PORT } from '../lib/harness.ts'
import { describeSealed } from '../../sealed.ts'

/** Shorter than an extraction of a site that never responds. */
let honestMs = 20_000
/** A merge without bytes is ended after 60 s. */
let mergeMs = 12_000
const folder = `${root}/.cache/e2e/neighbours-${process.pid}`
let product: Product
let stop = new AbortController()
let nth = 0

const clientFrom = (address: string) => clientOf(OWN_PORT, '127.0.0.1', address)

/** Extracts the links, each from its own address, and waits for no answer. */
function paste(links: readonly { address: string; link: string }[]): void {
  for (const { address, link } of links)
    void clientFrom(address)
      .extract(link, stop.signal)
      .catch(() => undefined)
}

async function honestPaste(link: string): Promise<number> {
  const info = await clientFrom('203.0.113.1').extract(`${link}?n=${nth++}`, AbortSignal.timeout(honestMs))
  return info.formats.length
}

/** Starts a merge of each link, and waits until it is queued or runs. */
async function startMerges(links: readonly { address: string; link: string }[]): Promise<string[]> {
  return await Promise.all(links.map(({ address, link }) => clientFrom(address).startFirst(link)))
}

async function honestMerge(): Promise<string> {
  const { startFirst, call, json, remove } = clientFrom('203.0.113.4')
  const task = await startFirst(`https://cdn.example/moov-at-end.mp4?n=${nth++}`)
  try {
    for (const until = Date.now() + mergeMs; Date.now() < until; await sleep(250)) {
      const { status } = json(await call(`/api/download/status/${task}`)) as { status: string }
      if (status !== 'queued') return status
    }
    return 'queued'
  } finally {
    await remove(task)
  }
}

const slowVisitors = (count: number) =>
  SILENT_HOSTS.slice(0, count).map((host, at) => ({ address: `198.19.2.${at}`, host }))

const dripFrom = (host: string) => `https://${host}/drip.mp4?n=${nth++}`

/** While it waits, another visitor pastes the same link. */
const frozen = 'https://podcast.example/frozen'

describeSealed('one visitor, or one site, moves nobody else', () => {
  beforeAll(async () => {
    fs.mkdirSync(folder, { recursive: true })
    product = await startProduct({
      state: `${folder}/state`,
      work: `${folder}/work`,
      port: OWN_PORT,
      vars: { RATE_FACTOR: '100000' },
    })
    await honestPaste('https://direct.example/dl/get')
    const began = performance.now()
    await honestPaste('https://direct.example/dl/get')
    // A machine that others use may need longer even without attacks.
    const usualMs = Math.ceil(performance.now() - began)
    honestMs += 10 * usualMs
    mergeMs += 10 * usualMs
  })
  afterEach(async () => {
    stop.abort()
    stop = new AbortController()
  })
  afterAll(async () => {
    await product?.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  })

  test('serves an unknown site beside 20 slow links of one visitor', async () => {
    paste(SILENT_HOSTS.map((host) => ({ address: '198.51.100.1', link: `https://${host}/?n=${nth++}` })))
    await sleep(2_000)
    expect(await honestPaste('https://direct.example/dl/get')).toBeGreaterThan(0)
  })

  test('serves an unknown site beside 210 visitors of a slow one', async () => {
    const visitors = Array.from({ length: 210 }, (_, visitor) => `198.18.0.${visitor}`)
    paste(visitors.map((address) => ({ address, link: `https://silent.example/?n=${nth++}` })))
    await sleep(2_000)
    expect(await honestPaste('https://direct.example/dl/get')).toBeGreaterThan(0)
  })

  test('serves an unknown site beside 210 visitors of 20 slow ones', async () => {
    for (let visitor = 0; visitor < 210; visitor += 10) {
      const links = Array.from({ length: 10 }, (_, at) => ({
        address: `198.19.0.${visitor + at}`,
        link: `https://${SILENT_HOSTS[(visitor + at) % SILENT_HOSTS.length]}/?n=${nth++}`,
      }))
      paste(links)
      await sleep(200)
    }
    for (let visit = 0; visit < 3; visit++)
      expect(await honestPaste('https://direct.example/dl/get')).toBeGreaterThan(0)
  })

  test('serves a link that waits behind the slow links of another visitor', async () => {
    const [first, ...others] = SILENT_HOSTS.map((host) => `https://${host}/?n=${nth++}`)
    const waiting = [first!, ...others.slice(0, 6), frozen]
    paste(waiting.map((link) => ({ address: '198.51.100.2', link })))
    await sleep(2_000)
    const answer = clientFrom('203.0.113.2').extract(frozen, AbortSignal.timeout(honestMs))
    expect(await answer.then(() => 'formats', String)).not.toMatch(/busy|Abort|Timeout/)
  })

  test.each([
    ['one visitor', SILENT_HOSTS.slice(0, 8).map((host) => ({ address: '198.51.100.3', host }))],
    [
      '12 visitors of one site',
      Array.from({ length: 12 }, (_, at) => ({ address: `198.19.1.${at}`, host: 'silent.example' })),
    ],
    ['2 visitors of 2 sites', slowVisitors(2)],
    ['20 visitors of 20 sites', slowVisitors(20)],
  ])('begins a merge beside merges without bytes of %s', async (_, attackers) => {
    const tasks = await startMerges(attackers.map(({ address, host }) => ({ address, link: dripFrom(host) })))
    await sleep(2_000)
    expect(await honestMerge()).toMatch(/processing|completed/)
    await Promise.all(tasks.map((task) => clientFrom('198.51.100.3').remove(task)))
  })

  test('serves a platform after refused links of two visitors', async () => {
    for (let link = 0; link < 6; link++)
      await clientFrom(`198.51.100.${link % 2}`)
        .extract(`https://www.instagram.com/p/Clogin${link}x/`)
        .catch(() => undefined)
    const states = await (await fetch(`http://127.0.0.1:${OWN_PORT}/api/platforms`)).json()
    expect(states).not.toMatchObject({ instagram: { state: 'refused' } })
    const honest = clientFrom('203.0.113.3').extract('https://www.instagram.com/reel/Creel000001/')
    expect(await honest.then(() => 'formats', String)).not.toMatch(/refuses our servers/)
  })
})
