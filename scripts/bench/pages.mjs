import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { launch } from 'chrome-launcher'
import { build } from '../build.mjs'
import { startProduct } from '../lib/product.mjs'
import { keepRow } from '../lib/measuring.mjs'
import { chromiumPath, setup, setupChromium, setupSealedInternet } from '../lib/setup/setup.mjs'
import { root, run, StepFailed } from '../lib/step.mjs'
import { atEnd } from '../lib/stop.mjs'
import { startFront } from './pages/front.mjs'
import { extraction, FORMATS_TARGET_MS, measurePress } from './pages/press.mjs'
import { aims, MAX_STOLEN, measurePage } from './pages/lighthouse.mjs'

const HOST = 'tidepool.example'
const WORKER_PORT = 9_420
const FRONT_PORT = 9_421
const DEBUG_PORT = 9_422
/**
 * Name of a measurement. The bench presses the button "Get formats" and measures the time from the response
 * of the extraction until the formats appear.
 */
const FORMATS_DELAY = 'press'

/**
 * Path of a page with two lines of text and without resources. Its times show how much of each measurement is
 * due to the throttling and to the machine.
 */
const BARE = '/bare'
/**
 * Fixed responses by path. The preview page receives the status of a merge that never ends, so that every run
 * measures the same page.
 */
const answers = {
  [BARE]: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Bare</title><meta name="description" content="One heading, one line."></head><body><main><h1>Bare</h1><p>One line of text, and nothing to load.</p></main></body></html>`,
  '/api/download-video': extraction,
  '/api/download/start-merge': { task_id: 't' },
  '/api/download/status/t': {
    task_id: 't',
    status: 'processing',
    progress: 42,
    message: 'Downloading video and audio',
    received: 20_300_000,
    total: 48_200_000,
  },
}
const ticket = encodeURIComponent('/api/download/start-merge?task_id=t')
/** @type {[name: string, path: string][]} */
const pages = [
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
]
/**
 * Further pages, which use the same components as the pages in `pages`. The bench measures such a page only
 * if the command names the page.
 */
/** @type {[name: string, path: string][]} */
const furtherPages = [
  ['post', '/blog/1'],
  ['guide', '/how-to-download-videos'],
  ['cookies', '/cookie-settings'],
  ['dmca', '/dmca-policy'],
  ['terms', '/terms-of-service'],
  ['glossary', '/terms-glossary'],
]

/**
 * `npm run bench -- pages [RUNS [PAGE ...]]`: measures the pages of one brand with Lighthouse as a mobile
 * device with slow 4G and a slowed processor. It prints the median of RUNS runs (3 by default) beside the
 * target of each figure. During a run, only Lighthouse is connected to the debugging port of the browser.
 * - A run is quiet if the host gives at most 3 % of the CPU time to other virtual machines during the run.
 * - The bench repeats the run of a page until RUNS runs are quiet, but makes at most 3 * RUNS runs.
 * - The medians come from the RUNS quietest runs of a page.
 * - The column "stolen" shows the largest share of CPU time that other virtual machines got in these runs.
 * - For the rows named `press`, the bench presses the button "Get formats" on the home page. These rows show
 *   the time from the response of the extraction until the formats appear.
 * @param {string[]} args
 */
export default async function bench([given, ...wanted]) {
  const runs = Number(given) || 3
  const { python } = await setup()
  await setupChromium()
  await setupSealedInternet()
  await build()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-pages-'))
  atEnd(() => fs.rmSync(folder, { recursive: true, force: true }))
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
  const named = wanted.filter((name) => name !== FORMATS_DELAY)
  const chosen =
    wanted.length === 0
      ? pages
      : [...pages, ...furtherPages].filter(([name]) => named.length > 0 && ['bare', ...named].includes(name))
  const columns = Object.entries(aims)
  console.log()
  print(
    `median of ${runs}`,
    columns.map(([name]) => name),
    'stolen',
    'tries',
  )
  print(
    'aim',
    columns.map(([, { aim, isMoreBetter }]) => `${isMoreBetter ? '>=' : '<='} ${aim}`),
    `<= ${MAX_STOLEN} %`,
    '',
  )
  for (const [name, address] of chosen)
    printPage(name, await measurePage(`https://${HOST}${address}`, runs, DEBUG_PORT))
  // The measurement `press` runs last, because Lighthouse cannot use the browser after Playwright has
  // disconnected from it.
  if (wanted.length === 0 || wanted.includes(FORMATS_DELAY)) await printPress(runs)
}

/**
 * Prints the time from the response of an extraction until the formats appear on the home page: first with
 * the full speed of the processor, then with a processor that is four times slower.
 * @param {number} runs
 */
async function printPress(runs) {
  for (const slowdown of [1, 4]) {
    const time = await measurePress(`https://${HOST}/`, Math.max(runs, 5), slowdown, DEBUG_PORT)
    const isMissed = slowdown === 1 && time > FORMATS_TARGET_MS
    keepRow({ page: FORMATS_DELAY, slowdown, ms: time })
    console.log(
      `${FORMATS_DELAY}: formats ${time} ms after the response${isMissed ? ' !' : ''}, aim <= ${FORMATS_TARGET_MS} ms` +
        (slowdown === 1 ? '' : ` (without aim: processor slowed ${slowdown} times)`),
    )
  }
}

/** @type {(title: string, cells: string[], stolen: string, tries: string) => void} */
function print(title, cells, stolen, tries) {
  const line = cells.map((cell) => cell.padStart(16)).join('')
  console.log(title.padEnd(13) + line + stolen.padStart(10) + tries.padStart(7))
}

/**
 * Prints the row of a page, its failed audits, and possible causes of missed targets. A "!" marks a figure
 * that misses its target.
 * @param {string} name
 * @param {Awaited<ReturnType<typeof measurePage>>} measured
 */
function printPage(name, { medians, stolen, tries, faults, clues }) {
  const cells = Object.entries(aims).map(([column, { aim, isMoreBetter }]) => {
    const figure = medians[column] ?? Number.NaN
    // The page `bare` has no targets: it only shows the effect of the throttling and of the machine. The
    // preview page has no SEO target, because it asks search engines not to index it.
    const isExempt = name === 'bare' || (name === 'preview' && column === 'seo')
    const isMissed = !isExempt && (isMoreBetter ? figure < aim : figure > aim)
    return `${figure}${isMissed ? ' !' : ''}`
  })
  keepRow({ page: name, ...medians })
  print(name, cells, `${stolen.toFixed(1)} %`, `${tries}`)
  if (name === 'bare') return
  const indent = ' '.repeat(14)
  for (const fault of faults) console.log(`${indent}${fault}`)
  const [lcp = 0, cls = 0] = [medians['lcp'], medians['cls']]
  if (clues && lcp > (aims['lcp']?.aim ?? 0)) console.log(`${indent}largest: ${clues.largest}`)
  if (clues && cls > 0) for (const one of clues.moved) console.log(`${indent}moved: ${one}`)
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

/**
 * Creates a certificate for the brand's host, and writes the brand to the KV storage of the local Worker.
 * @param {string} folder
 */
async function prepare(folder) {
  const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')]
  const certificate = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  const names = ['-days', '2', '-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST}`]
  const openssl = await run('openssl', [...certificate, ...names, '-keyout', key, '-out', cert])
  if (openssl.code !== 0) throw new StepFailed(`openssl made no certificate:\n${openssl.output}`)
  const brand = `${root}/docs/brands/${HOST}.json`
  const put = ['put', HOST, brand, '--state', `${folder}/state`]
  const written = await run('node', [`${root}/scripts/brand.mjs`, ...put])
  if (written.code !== 0) throw new StepFailed(`The brand could not be written:\n${written.output}`)
  return { key: fs.readFileSync(key), cert: fs.readFileSync(cert) }
}
