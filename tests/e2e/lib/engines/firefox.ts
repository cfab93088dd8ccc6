import { spawn } from 'node:child_process'
import fs from 'node:fs'
import { acts, answerOf, callOf, engineHome, KEYS, type Engine, type Tab } from './engine.ts'

/** Without these, Firefox asks its maker's servers, asks before it plays, and has a scrollbar. */
const SETTINGS = {
  // It rejects some of these prompts although its driver is told to accept them.
  'dom.disable_beforeunload': true,
  'app.normandy.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.healthreport.uploadEnabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.update.enabled': false,
  'media.autoplay.default': 0,
  'media.gmp-manager.updateEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,#',
  'toolkit.telemetry.server': '',
  'ui.useOverlayScrollbars': 1,
}

type Answer = { result: unknown; message?: string; error?: string }
type Message = Partial<Answer> & { id?: number; method?: string; params?: unknown }
type LogEntry = { level: string; text: string; source: { context?: string } }
type Bidi = {
  send: <Result>(method: string, params?: object) => Promise<Result>
  onLog: Set<(entry: LogEntry) => void>
}

/** Speaks WebDriver BiDi, because Debian has no geckodriver. */
async function connect(address: string): Promise<Bidi> {
  const socket = new WebSocket(`${address}/session`)
  const waiting = new Map<number, (message: Message) => void>()
  const onLog: Bidi['onLog'] = new Set()
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message
    if (message.method === 'log.entryAdded') for (const note of onLog) note(message.params as LogEntry)
    if (message.id !== undefined) waiting.get(message.id)?.(message)
  })
  let last = 0
  const send = async <Result>(method: string, params: object = {}) => {
    const id = (last += 1)
    const { promise, resolve } = Promise.withResolvers<Message>()
    waiting.set(id, resolve)
    socket.send(JSON.stringify({ id, method, params }))
    const { result, error, message } = await promise
    waiting.delete(id)
    if (error !== undefined) throw new Error(`${method}: ${error}: ${message}`)
    return result as Result
  }
  return { send, onLog }
}

async function start(hasScripts: boolean, { home, files }: { home: string; files: string }): Promise<Bidi> {
  const profile = `${home}/${hasScripts ? 'ordinary' : 'no-scripts'}`
  fs.mkdirSync(profile)
  const settings = { ...SETTINGS, 'javascript.enabled': hasScripts }
  const lines = Object.entries(settings).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  )
  fs.writeFileSync(`${profile}/user.js`, lines.join(''))
  // Chromium's store has the form of a profile's, and trusts the authority of the sealed internet.
  const store = `${process.env['CHROMIUM_HOME']}/.pki/nssdb`
  for (const file of ['cert9.db', 'key4.db', 'pkcs11.txt'])
    fs.copyFileSync(`${store}/${file}`, `${profile}/${file}`)
  const options = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0']
  const browser = spawn('firefox-esr', options, {
    env: { ...process.env, HOME: home },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  process.once('exit', () => browser.kill('SIGKILL'))
  const address = await new Promise<string>((resolve, reject) => {
    let said = ''
    browser.once('error', reject)
    browser.once('exit', (code) => reject(new Error(`Firefox ended with ${code}: ${said}`)))
    browser.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const found = /BiDi listening on (ws:\S+)/.exec(said)
      if (found) resolve(found[1]!)
    })
  })
  const bidi = await connect(address)
  await bidi.send('session.new', {
    capabilities: { alwaysMatch: { unhandledPromptBehavior: { beforeUnload: 'accept', default: 'accept' } } },
  })
  await bidi.send('session.subscribe', { events: ['log.entryAdded'] })
  await bidi.send('browser.setDownloadBehavior', {
    downloadBehavior: { type: 'allowed', destinationFolder: files },
  })
  return bidi
}

async function openTab({ send, onLog }: Bidi): Promise<Tab> {
  const { userContext } = await send<{ userContext: string }>('browser.createUserContext')
  const { context } = await send<{ context: string }>('browsingContext.create', { type: 'tab', userContext })
  const errors: string[] = []
  // It ends the imports of a page that is left, and the page says so. A lost chunk is tested in Chromium.
  const isOfLeaving = (text: string) => text.includes('error loading dynamically imported module')
  const note = ({ level, text, source }: LogEntry) =>
    source.context === context && level === 'error' && !isOfLeaving(text) && errors.push(text)
  onLog.add(note)
  const perform = (...actions: object[]) => send<void>('input.performActions', { context, actions })
  const shape = (width: number, height: number) =>
    send<void>('browsingContext.setViewport', { context, viewport: { width, height } })
  await shape(1_280, 800)
  return {
    go: (url) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    async evaluate(run, ...args) {
      const { result, exceptionDetails } = await send<{
        result?: { value: string }
        exceptionDetails?: { text: string }
      }>('script.evaluate', { expression: callOf(run, args), target: { context }, awaitPromise: true })
      if (!result) throw new Error(exceptionDetails?.text)
      return answerOf(result.value)
    },
    move: (x, y) => perform(acts.move(x, y)),
    down: () => perform(acts.down()),
    up: () => perform(acts.up()),
    type: (text) => perform(acts.type(text)),
    key: (name) => perform(acts.type(KEYS[name])),
    async reload() {
      await send('browsingContext.reload', { context, wait: 'complete' })
      // A navigation right after a load would take the place of its entry in the history.
      await new Promise((resolve) => setTimeout(resolve, 1_000))
    },
    back: () => send('browsingContext.traverseHistory', { context, delta: -1 }),
    resize: shape,
    async screenshot() {
      const { data } = await send<{ data: string }>('browsingContext.captureScreenshot', { context })
      return Buffer.from(data, 'base64')
    },
    errors: () => errors,
    async close() {
      onLog.delete(note)
      await send('browser.removeUserContext', { userContext })
    },
  }
}

export function firefox(): Engine {
  const place = engineHome('firefox')
  const started = new Map<boolean, Promise<Bidi>>()
  return {
    name: 'Firefox',
    files: place.files,
    async open({ hasScripts }) {
      const bidi = started.get(hasScripts) ?? start(hasScripts, place)
      started.set(hasScripts, bidi)
      return openTab(await bidi)
    },
  }
}
