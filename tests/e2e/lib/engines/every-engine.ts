import { expect, onTestFinished, test } from 'vitest'
import type { Harness } from '../harness.ts'
import { chromium } from './chromium.ts'
import type { Engine, TabOptions } from './engine.ts'
import { firefox } from './firefox.ts'
import { visitorOf, type Visitor } from './visitor.ts'
import { webkit } from './webkit.ts'

/** All test files run in one process, one after the other, so each engine starts once. */
const shared = [firefox(), webkit()]

type Options = Partial<TabOptions> & {
  path?: string
  brand?: string
  /** Errors that the journey causes on purpose. */
  expects?: RegExp
  /** Why an engine cannot show this journey, with a proof that fails once the engine can. */
  cannot?: Partial<Record<Engine['name'], { because: string; proof: (visitor: Visitor) => Promise<boolean> }>>
}

/** Defines one test an engine. The journey is written once. */
export function inEveryEngine(
  harness: Harness,
  title: string,
  journey: (visitor: Visitor, engine: Engine) => Promise<void>,
  { path = '/', brand, hasScripts = true, expects, cannot = {} }: Options = {},
): void {
  const visit = async (engine: Engine) => {
    const opened = await engine.open({ hasScripts })
    let closed: Promise<void> | undefined
    const tab = { ...opened, close: () => (closed ??= opened.close()) }
    onTestFinished(() => tab.close())
    await tab.go(harness.originOf(brand) + path)
    return { tab, visitor: visitorOf(tab, engine) }
  }
  for (const engine of [chromium(harness), ...shared]) {
    const gap = cannot[engine.name]
    if (gap)
      test(`${engine.name} cannot show that it ${title}: ${gap.because}`, async () => {
        const { visitor } = await visit(engine)
        expect(await gap.proof(visitor), 'the engine has learned it').toBe(true)
      })
    else
      test(`${title} in ${engine.name}`, async () => {
        if (expects) harness.expectConsoleError(expects)
        const { tab, visitor } = await visit(engine)
        await journey(visitor, engine)
        expect((tab.errors() ?? []).filter((line) => !expects?.test(line))).toEqual([])
      })
  }
}
