import { expect, onTestFinished } from 'vitest'
import { describeSealed } from '../../sealed.ts'
import type { Engine } from '../lib/engines/engine.ts'
import { inEveryEngine } from '../lib/engines/every-engine.ts'
import { visitorOf, type Visitor } from '../lib/engines/visitor.ts'
import { useProduct } from '../lib/harness.ts'

const FILE = 'https://cdn.example/combined-360.mp4'
const VIMEO = 'https://vimeo.com/76979871'
const POST = 'https://x.com/maker/status/1001'
const FIVE = `${FILE}
${VIMEO}
https://soundcloud.com/maker/song
${POST}
https://www.youtube.com/watch?v=sealedvid00
https://youtu.be/sealedvid00?si=abc`

type Stubbed = { refused?: Record<string, string>; waiting?: (() => void)[] }

/** Runs in the page. Requests about these links are refused with these codes. */
function refuse(codes: Record<string, string>) {
  const ask = window.fetch.bind(window)
  const refused = { ...codes }
  Object.assign(window, { refused })
  window.fetch = async (address, options) => {
    const sent = JSON.stringify(options?.body ?? null)
    const link = Object.keys(refused).find((one) => sent.includes(one))
    if (link === undefined) return await ask(address, options)
    const code = refused[link]
    return Response.json({ error: 'Refused.', code }, { status: code === 'rate_limited' ? 429 : 503 })
  }
}

/** Runs in the page. Waits of a minute end when the test says so. */
function stopClock() {
  const later = window.setTimeout.bind(window)
  const waiting: (() => void)[] = []
  const wait = (run: () => void, ms?: number) => (ms === 60_000 ? waiting.push(run) : later(run, ms))
  Object.assign(window, { setTimeout: wait, waiting })
}

/** Runs in the page. */
function endRefusal(link: string) {
  const { refused = {}, waiting = [] } = window as Stubbed
  delete refused[link]
  for (const run of waiting) run()
}

/** Runs in the page. No file is made from now on. */
function makeNothing() {
  const ask = window.fetch.bind(window)
  window.fetch = (address, options) =>
    JSON.stringify(address).includes('start-merge') ? new Promise(() => {}) : ask(address, options)
}

/** What a browser keeps of a tab that is closed by mistake, and gives back when the tab is reopened. */
const keptOfTab = (visitor: Visitor) =>
  visitor.evaluate(() => {
    const stored = Object.entries(sessionStorage) as [string, string][]
    return { state: history.state as unknown, stored }
  })

async function reopened(engine: Engine, address: string, kept: Awaited<ReturnType<typeof keptOfTab>>) {
  const tab = await engine.open({ hasScripts: true })
  onTestFinished(() => tab.close())
  await tab.go(address)
  await tab.evaluate(({ state, stored }) => {
    history.replaceState(state, '')
    for (const [name, value] of stored) sessionStorage.setItem(name, value)
  }, kept)
  await tab.reload()
  return visitorOf(tab, engine)
}

const savedRows = (visitor: Visitor) =>
  visitor.evaluate(() => {
    const rows = document.querySelectorAll<HTMLElement>('ol[aria-label="Your links"] > li')
    return [...rows].map((row) => row.innerText.includes('Saved'))
  })

describeSealed('a visitor with any browser saves several links', () => {
  const harness = useProduct()

  inEveryEngine(harness, 'saves five links, with two presses to the first', async (visitor) => {
    await visitor.hydrates()
    await visitor.evaluate(stopClock)
    await visitor.evaluate(refuse, { [VIMEO]: 'rate_limited', [POST]: 'site_limit' })
    await visitor.pastes(FIVE)
    await visitor.press('button', /^Save all 5/)
    expect(await visitor.saves()).toMatch(/\.mp4$/)
    await visitor.sees(/1 link was there already/)
    await visitor.sees(/It goes on in a minute/)
    await visitor.evaluate(endRefusal, VIMEO)
    await visitor.sees(/Saved 4 files\. Item 4 could not be loaded/)
    await visitor.sees(/Refused\.\s+Try again/)
    expect(await savedRows(visitor)).toEqual([true, true, true, false, true])
    await visitor.evaluate(endRefusal, POST)
    await visitor.press('button', /^Try again/)
    await expect.poll(() => savedRows(visitor)).toEqual([true, true, true, true, true])
  })

  inEveryEngine(harness, 'loses at most the item in work', async (visitor, engine) => {
    await visitor.hydrates()
    await visitor.evaluate(makeNothing)
    await visitor.pastes(`${FILE} ${VIMEO} https://soundcloud.com/maker/song`)
    await visitor.press('button', /^Save all 3/)
    await visitor.saves()
    await visitor.reload()
    await visitor.place('button', /^Save 2/)
    expect(await savedRows(visitor)).toEqual([true, false, false])
    const kept = await keptOfTab(visitor)
    await visitor.close()
    const later = await reopened(engine, harness.originOf(), kept)
    await later.press('button', /^Save 2/)
    await later.sees(/Saved 2 files/)
    expect(await savedRows(later)).toEqual([true, true, true])
  })
})
