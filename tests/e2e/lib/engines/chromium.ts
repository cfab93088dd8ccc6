import path from 'node:path'
import type { Page } from 'playwright'
import type { Harness } from '../harness.ts'
import { answerOf, callOf, engineHome, type Engine, type Tab } from './engine.ts'

function tabOf(page: Page, harness: Harness, files: string): Tab {
  const { mouse, keyboard } = page
  page.on('dialog', (dialog) => void dialog.accept())
  page.on('download', (download) => {
    void download.saveAs(path.join(files, download.suggestedFilename())).catch(console.warn)
  })
  return {
    go: async (url) => void (await page.goto(url)),
    async evaluate(run, ...args) {
      return answerOf(await page.evaluate<string>(callOf(run, args)))
    },
    move: (x, y) => mouse.move(x, y),
    down: () => mouse.down(),
    up: () => mouse.up(),
    type: (text) => keyboard.type(text),
    key: (name) => keyboard.press(name),
    reload: async () => void (await page.reload()),
    back: async () => void (await page.goBack()),
    resize: (width, height) => page.setViewportSize({ width, height }),
    screenshot: () => page.screenshot(),
    errors: () => harness.consoleErrors(),
    close: () => page.context().close(),
  }
}

let home: ReturnType<typeof engineHome> | undefined

/** Chromium's pages are those of the harness, which watches their console. */
export const chromium = (harness: Harness): Engine => {
  home ??= engineHome('chromium')
  const { files } = home
  return {
    name: 'Chromium',
    files,
    open: async ({ hasScripts }) =>
      tabOf(await harness.newPage({ javaScriptEnabled: hasScripts }), harness, files),
  }
}
