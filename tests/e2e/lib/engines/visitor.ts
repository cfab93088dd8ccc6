import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished } from 'vitest'
import type { Engine, Tab } from './engine.ts'

/** What a visitor can find on a page, by the elements that it may be. */
const KINDS = {
  button: 'button, summary',
  link: 'a[href]',
  field: 'input, textarea, select',
  choice: 'label:has(input), a[href]',
  heading: 'h1, h2, h3',
  picture: 'img',
  player: 'video:not([inert]), audio:not([inert])',
  progress: '[role=progressbar]',
  slider: '[role=slider]',
} as const
type Kind = keyof typeof KINDS

type Box = { x: number; y: number; width: number; height: number }

/** Runs in the page. Answers where the first visible element of this name is, or why nobody can press it. */
function placeOf(selector: string, source: string, flags: string): Box | string {
  const pattern = new RegExp(source, flags)
  const nameOf = (one: Element) => {
    const labels = one instanceof HTMLInputElement ? [...(one.labels ?? [])] : []
    const text = one.getAttribute('aria-label') ?? labels[0]?.textContent ?? one.textContent
    return text.replaceAll(/\s+/g, ' ').trim()
  }
  const isVisible = (one: Element) =>
    one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().width > 0
  const seen = [...document.querySelectorAll(selector)].filter(isVisible)
  const found = seen.find((one) => pattern.test(nameOf(one)))
  if (!found) return `not among: ${seen.map(nameOf).join(' | ')}`
  const hit = () => {
    const { x, y, width, height } = found.getBoundingClientRect()
    return document.elementFromPoint(x + width / 2, y + height / 2)
  }
  const isFree = (seenThere = hit()) =>
    seenThere !== null && (found.contains(seenThere) || seenThere.contains(found))
  if (!isFree()) found.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { x, y, width, height } = found.getBoundingClientRect()
  return isFree() ? { x, y, width, height } : `covered by ${hit()?.outerHTML.slice(0, 120)}`
}

export type Visitor = ReturnType<typeof visitorOf>

/** Does in any engine what a visitor does, by what the visitor sees. */
export function visitorOf(tab: Tab, { files }: Engine) {
  // A file of the last visit may have the same name.
  for (const name of fs.readdirSync(files)) fs.rmSync(path.join(files, name))
  const look = (kind: Kind, name: RegExp) => tab.evaluate(placeOf, KINDS[kind], name.source, name.flags)
  /** Where it is once it stands still. */
  const place = async (kind: Kind, name: RegExp): Promise<Box> => {
    let last: Box | string = ''
    const isStill = async () => {
      const before = JSON.stringify(last)
      last = await look(kind, name)
      const problem = before === JSON.stringify(last) ? 'none' : 'it moves'
      return `${kind} ${String(name)}: ${typeof last === 'string' ? last : problem}`
    }
    await expect.poll(isStill, { interval: 50 }).toMatch(/: none$/)
    return last as unknown as Box
  }
  const middle = ({ x, y, width, height }: Box) => [x + width / 2, y + height / 2] as const
  const press = async (kind: Kind, name: RegExp) => {
    await tab.move(...middle(await place(kind, name)))
    await tab.down()
    await tab.up()
  }
  /** Drags one thing a part of the way to another. */
  const drag = async (kind: Kind, name: RegExp, goal: RegExp, part: number) => {
    const [to] = middle(await place(kind, goal))
    const [from, y] = middle(await place(kind, name))
    await tab.move(from, y)
    await tab.down()
    for (const step of [part / 2, part]) await tab.move(from + (to - from) * step, y)
    await tab.up()
  }
  const sees = async (text: RegExp) => {
    await expect.poll(() => tab.evaluate(() => document.body.innerText), { interval: 100 }).toMatch(text)
  }
  return {
    ...tab,
    place,
    press,
    drag,
    sees,
    /** Types a link into the field and submits it with Enter. */
    async submits(link: string) {
      await press('field', /^Link to/)
      await tab.type(link)
      await tab.key('Enter')
    },
    /** Pastes a text beside all fields. No driver fills the clipboard of every engine. */
    async pastes(text: string) {
      await tab.evaluate((pasted) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/plain', pasted)
        document.body.dispatchEvent(
          Object.assign(new Event('paste', { bubbles: true, cancelable: true }), { clipboardData }),
        )
      }, text)
    },
    /** Waits until the page answers keys and presses. */
    async hydrates() {
      await expect
        .poll(() => tab.evaluate(() => document.querySelector('form button[type=button]:enabled') !== null))
        .toBe(true)
    },
    /** The path of the file that the browser saves, once it is whole. */
    async saves(): Promise<string> {
      let saved = ''
      await expect
        .poll(
          () => {
            const names = fs.readdirSync(files)
            const isPartial = names.some((name) => /\.(part|wkdownload)$/.test(name))
            const [first] = names
            if (!first || isPartial || fs.statSync(path.join(files, first)).size === 0) return names.join()
            saved = path.join(os.tmpdir(), `${randomUUID()}-${first}`)
            fs.renameSync(path.join(files, first), saved)
            return 'saved'
          },
          { interval: 100 },
        )
        .toBe('saved')
      onTestFinished(() => fs.rmSync(saved))
      return saved
    },
    /** Waits until the visible player has played for half a second, and answers what it plays. */
    async plays(): Promise<{ at: number; duration: number; source: string }> {
      await place('player', /(?:)/)
      return await tab.evaluate(async (selector) => {
        const wait = () => new Promise((resolve) => setTimeout(resolve, 50))
        for (;;) {
          const media = document.querySelector<HTMLMediaElement>(selector)
          if (media?.error) throw new Error(media.error.message)
          if (media) media.muted = true
          if (media && media.currentTime > 0.5)
            return { at: media.currentTime, duration: media.duration, source: media.currentSrc }
          // A player that is exchanged or has no data yet refuses.
          if (media?.paused) void media.play().catch(() => {})
          await wait()
        }
      }, KINDS.player)
    },
  }
}
