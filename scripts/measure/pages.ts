import fs from 'node:fs'
import path from 'node:path'
import { launch } from 'chrome-launcher'
import { build } from '../run/build.ts'
import { startProduct } from '../lib/product.ts'
import { chromiumPath, setup, setupChromium, setupSealedInternet } from '../lib/setup/setup.ts'
import { root, run, StepFailed } from '../lib/step.ts'
import { atEnd, temporaryFolder } from '../lib/stop.ts'
import { startFront } from './pages/front.ts'
import { aims, measurePage } from './pages/lighthouse.ts'
import { table } from '../lib/table.ts'

const HOST = 'tidepool.example'
const WORKER_PORT = 9_420
const FRONT_PORT = 9_421
const DEBUG_PORT = 9_422
/** Its times are those of the throttling and of the machine. */
const BARE = '/bare'
const answers = {
  [BARE]: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Bare</title><meta name="description" content="One heading, one line."></head><body><main><h1>Bare</h1><p>One line of text, and nothing to load.</p></main></body></html>`,
  '/api/download/start-merge': { task_id: 't' },
  '/api/download/status/t': {
    task_id: 't',
    status: 'processing',
    progress: 42,
    message: 'Downloading video and audio',
    received: 20_300_000,
    total: 48_200_000,
  },
  // There is no copy to watch yet.
  '/api/download/watch/t': null,
}
const ticket = encodeURIComponent('/api/download/start-merge?task_id=t')
const pages: [name: string, path: string][] = [
  ['bare', BARE],
  ['home', '/'],
  ['platform', '/youtube-downloader'],
  [
    'preview',
    `/preview?url=${ticket}&title=Coastline&filename=coastline.mp4&is_audio=false&resolution=1080p`,
  ],
  ['blog', '/blog'],
  ['help', '/help-center'],
  ['privacy', '/privacy-policy'],
  ['post', '/blog/1'],
  ['guide', '/how-to-download-videos'],
  ['cookies', '/cookie-settings'],
  ['dmca', '/dmca-policy'],
  ['terms', '/terms-of-service'],
  ['glossary', '/terms-glossary'],
]

/** The median of RUNS runs (3 by default) of Lighthouse as a mobile device with slow 4G. */
export default async function bench([given, ...wanted]: string[]) {
  const runs = Number(given) || 3
  const { python } = await setup()
  await setupChromium()
  await setupSealedInternet()
  await build()
  const folder = temporaryFolder('bench-pages')
  const { key, cert } = await prepare(folder)
  const state = `${folder}/state`
  const product = await startProduct({
    python,
    port: WORKER_PORT,
    state,
    extra: { WORK_DIR: `${folder}/work` },
  })
  await startFront({ key, cert, answers, host: HOST, port: FRONT_PORT, target: product.address })
  await startBrowser()
  const chosen = pages.filter(([name]) => wanted.length === 0 || name === 'bare' || wanted.includes(name))
  const aimOf = ({ aim, isMoreBetter }: (typeof aims)[string]) => `${isMoreBetter ? '>=' : '<='} ${aim}`
  const print = table({ page: 8, accessibility: 13 })
  print({
    page: 'aim',
    ...Object.fromEntries(Object.entries(aims).map(([name, one]) => [name, aimOf(one)])),
  })
  for (const [name, address] of chosen) {
    const { medians, faults } = await measurePage(`https://${HOST}${address}`, runs, DEBUG_PORT)
    print({ page: name, ...marked(name, medians) })
    if (name !== 'bare') for (const fault of faults) console.log(`  ${fault}`)
  }
}

/** A figure that misses its aim gets a "!". */
function marked(name: string, medians: Record<string, number>) {
  const entries = Object.entries(aims).map(([column, { aim, isMoreBetter }]) => {
    const figure = medians[column] ?? Number.NaN
    // The preview page asks search engines not to index it.
    const isExempt = name === 'bare' || (name === 'preview' && column === 'seo')
    const isMissed = !isExempt && (isMoreBetter ? figure < aim : figure > aim)
    return [column, `${figure}${isMissed ? ' !' : ''}`]
  })
  return Object.fromEntries(entries)
}

async function startBrowser() {
  const browser = await launch({
    chromePath: (await chromiumPath()) ?? '',
    port: DEBUG_PORT,
    logLevel: 'silent',
    handleSIGINT: false,
    chromeFlags: [
      '--headless=new',
      // The browser has no tabs and no toolbar, because drawing them would take CPU time from the page.
      '--kiosk',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--ignore-certificate-errors',
      `--host-resolver-rules=MAP * 127.0.0.1:${FRONT_PORT}`,
    ],
  })
  atEnd(() => browser.kill())
}

async function prepare(folder: string) {
  const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')]
  const certificate = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  const names = ['-days', '2', '-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST}`]
  const openssl = await run('openssl', [...certificate, ...names, '-keyout', key, '-out', cert])
  if (openssl.code !== 0) throw new StepFailed(`openssl made no certificate:\n${openssl.output}`)
  const brand = `${root}/docs/brands/${HOST}.json`
  const put = ['put', HOST, brand, '--state', `${folder}/state`]
  const written = await run('node', [`${root}/scripts/operate/brand.ts`, ...put])
  if (written.code !== 0) throw new StepFailed(`The brand could not be written:\n${written.output}`)
  return { key: fs.readFileSync(key), cert: fs.readFileSync(cert) }
}
