import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { freePort } from '../../../../scripts/lib/ports.ts'
import { acts, answerOf, callOf, engineHome, KEYS, type Engine, type Tab } from './engine.ts'

/** Its own buttons let no window be narrower than 447 px. */
const NO_BUTTONS =
  '* { min-width: 0px; padding: 0px; margin: 0px; font-size: 4px; -gtk-icon-transform: scale(0.1); }'

type Call = <Result>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<Result>

function browserPath(): string {
  const [found] = fs.globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')
  if (!found) throw new Error('MiniBrowser of WebKitGTK is missing')
  return found
}

/** WebKitGTK has no mode without a window. */
async function startDisplay(): Promise<string> {
  const options = ['-displayfd', '1', '-screen', '0', '1920x1280x24', '-nolisten', 'tcp']
  const display = spawn('Xvfb', options, { stdio: ['ignore', 'pipe', 'ignore'] })
  process.once('exit', () => display.kill('SIGKILL'))
  const [number] = (await once(display.stdout, 'data')) as [Buffer]
  return `:${number.toString().trim()}`
}

async function startDriver({ home, files }: { home: string; files: string }): Promise<Call> {
  const config = `${home}/.config`
  fs.mkdirSync(`${config}/gtk-3.0`, { recursive: true })
  fs.writeFileSync(`${config}/gtk-3.0/gtk.css`, NO_BUTTONS)
  fs.writeFileSync(`${config}/user-dirs.dirs`, `XDG_DOWNLOAD_DIR="${files}"\n`)
  const port = await freePort()
  const folders = { XDG_CONFIG_HOME: config, XDG_CACHE_HOME: `${home}/cache`, XDG_DATA_HOME: `${home}/data` }
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    env: { ...process.env, ...folders, HOME: home, DISPLAY: await startDisplay() },
    stdio: 'ignore',
  })
  process.once('exit', () => driver.kill('SIGKILL'))
  const call: Call = async (method, path, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    })
    const { value } = (await answer.json()) as { value: { error?: string; message?: string } | null }
    if (value?.error !== undefined) throw new Error(`${path}: ${value.error}: ${value.message}`)
    return value as never
  }
  for (let tries = 0; ; tries++)
    try {
      await call('GET', '/status')
      return call
    } catch (cause) {
      if (tries === MOST_TRIES) throw cause
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
}

/** The driver listens after some tens of milliseconds; this only ends what hangs. */
const MOST_TRIES = 1_000

async function openTab(call: Call, hasScripts: boolean): Promise<Tab> {
  const { sessionId } = await call<{ sessionId: string }>('POST', '/session', {
    capabilities: {
      alwaysMatch: {
        // It knows the system's certificates alone, so not the authority of the sealed internet.
        acceptInsecureCerts: true,
        unhandledPromptBehavior: 'accept',
        // The limit of the test ends what hangs.
        timeouts: { script: 600_000 },
        'webkitgtk:browserOptions': {
          binary: browserPath(),
          args: ['--automation', `--enable-javascript=${hasScripts}`],
        },
      },
    },
  })
  const at = `/session/${sessionId}`
  const perform = (...actions: object[]) => call<void>('POST', `${at}/actions`, { actions })
  const run = (script: string) => call<string>('POST', `${at}/execute/async`, { script, args: [] })
  /** The window takes its new size some time after the driver has answered. */
  async function settled(isShaped: (width: number, height: number) => boolean) {
    for (let tries = 0; ; tries++) {
      const [width, height] = await tab.evaluate(() => [innerWidth, innerHeight] as const)
      if (isShaped(width, height)) return height
      if (tries === MOST_TRIES) throw new Error(`the window stays at ${width} x ${height}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  const tab: Tab = {
    go: (url) => call('POST', `${at}/url`, { url }),
    async evaluate(act, ...args) {
      return answerOf(await run(`Promise.resolve(${callOf(act, args)}).then(arguments[0])`))
    },
    move: (x, y) => perform(acts.move(x, y)),
    down: () => perform(acts.down()),
    up: () => perform(acts.up()),
    type: (text) => perform(acts.type(text)),
    key: (name) => perform(acts.type(KEYS[name])),
    reload: () => call('POST', `${at}/refresh`, {}),
    back: () => call('POST', `${at}/back`, {}),
    async resize(width, height) {
      const shape = (more: number) =>
        call('POST', `${at}/window/rect`, { x: 0, y: 0, width, height: height + more })
      await shape(0)
      const lower = await settled((shown) => shown === width)
      await shape(height - lower)
      await settled((...shown) => shown[0] === width && shown[1] === height)
    },
    async screenshot() {
      return Buffer.from(await call<string>('GET', `${at}/screenshot`), 'base64')
    },
    errors: () => null,
    close: () => call('DELETE', at),
  }
  await tab.resize(1_280, 800)
  return tab
}

export function webkit(): Engine {
  const place = engineHome('webkit')
  let driver: Promise<Call> | undefined
  return {
    name: 'WebKit',
    files: place.files,
    async open({ hasScripts }) {
      driver ??= startDriver(place)
      return openTab(await driver, hasScripts)
    },
  }
}
