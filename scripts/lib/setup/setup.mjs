import fs from 'node:fs'
import { createHash } from 'node:crypto'
import { root, run, step, StepFailed } from '../step.mjs'
import { aptInstall } from './apt.mjs'
import { findYtDlp, YT_DLP_OLDEST } from './yt-dlp.mjs'

/** @typedef {import('../step.mjs').Say} Say */
/** @typedef {import('./yt-dlp.mjs').YtDlp} YtDlp */

/**
 * Installs the programs that the product needs and this machine lacks: the npm packages (one of them is Node
 * 24), ffmpeg, and yt-dlp. Uses no network when nothing is missing.
 * @returns {Promise<YtDlp>}
 */
export async function setup() {
  await step('npm packages and Node 24', installPackages)
  await step('ffmpeg', (say) => installProgram(say, 'ffmpeg', ['-version'], ['ffmpeg']))
  return await step(`yt-dlp ${YT_DLP_OLDEST} or newer`, findYtDlp)
}

/**
 * Installs the additional programs that the tests need: Chromium, its headless shell, and the programs of the
 * sealed internet (the simulated internet in tests/internet).
 */
export async function setupTests() {
  await setupChromium()
  await step('Chromium without windows', installHeadlessShell)
  await setupSealedInternet()
}

/** Installs the complete Chromium, for the demo, for Lighthouse and for tests of service workers. */
export async function setupChromium() {
  await step('Chromium', installChromium)
}

/**
 * Installs the programs of the sealed internet (the simulated internet in tests/internet): `ip`, and the
 * tools that create its certificates.
 */
export async function setupSealedInternet() {
  await step('network namespaces', (say) => installProgram(say, 'ip', ['-V'], ['iproute2']))
  await step('certificate tools', async (say) => {
    await installProgram(say, 'certutil', ['-H'], ['libnss3-tools'], [0, 1])
    await installProgram(say, 'openssl', ['version'], ['openssl'])
  })
}

/**
 * Installs the programs of the benches `api` and `proxy`. Both benches compare the product with nginx. The
 * bench `proxy` sends its requests with curl.
 */
export async function setupServers() {
  await step('nginx', (say) => installProgram(say, 'nginx', ['-v'], ['nginx-light']))
  await step('curl', (say) => installProgram(say, 'curl', ['--version'], ['curl']))
}

/**
 * Installs the npm packages of the lock file, unless they are already installed.
 * @param {Say} [say]
 */
export async function installPackages(say = () => {}) {
  const stamp = `${root}/node_modules/.installed`
  const wanted = createHash('sha256')
    .update(fs.readFileSync(`${root}/package-lock.json`))
    .digest('hex')
  if (!fs.existsSync(stamp) || fs.readFileSync(stamp, 'utf8') !== wanted) {
    say('installing')
    const { code, output } = await run('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'])
    if (code !== 0)
      throw new StepFailed(
        `npm could not install the packages:\n${output}\nCheck the network and npm's registry setting, then run this again.`,
      )
    linkNode()
    fs.writeFileSync(stamp, wanted)
  }
  const node = await run('node', ['--version'])
  if (node.code !== 0 || Number.parseInt(node.output.slice(1), 10) < 24)
    throw new StepFailed(
      `Node 24 is needed; found ${node.output.trim() || 'none'}.\nnpm has no package of Node 24 for this system. Install Node 24 and run this again.`,
    )
  say(`Node ${node.output.trim()}`)
}

/**
 * Links node_modules/.bin/node to the Node that npm has installed. npm 11 creates this link itself, npm 9
 * does not.
 */
function linkNode() {
  const bin = `${root}/node_modules/.bin/node`
  const folder = fs
    .readdirSync(`${root}/node_modules`)
    .find((name) => /^node-(bin-)?(linux|darwin)-/.test(name))
  if (folder && !fs.existsSync(bin)) fs.symlinkSync(`../${folder}/bin/node`, bin)
}

/**
 * Installs Debian packages if a program is missing.
 * @param {Say} say
 * @param {string} program
 * @param {string[]} probe arguments for a short run that tests whether the program works
 * @param {string[]} packages
 * @param {(number | null)[]} [codes] exit codes with which the short run counts as successful
 */
async function installProgram(say, program, probe, packages, codes = [0]) {
  const works = async () => codes.includes((await run(program, probe, { seconds: 20 })).code)
  if (await works()) return say('present')
  await aptInstall(packages)
  if (!(await works()))
    throw new StepFailed(`${program} is still missing. Install it by hand and run this again.`)
  say('installed')
}

/** Path of Chromium's headless shell on Debian. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'

/**
 * Installs Chromium's headless shell. It draws no tabs and no toolbar, so it needs only about a fifth of the
 * CPU time that the complete Chromium needs for a page. If the headless shell cannot be installed, the tests
 * use the complete Chromium.
 * @param {Say} say
 */
async function installHeadlessShell(say) {
  if (fs.existsSync(HEADLESS_SHELL)) return say('present')
  try {
    await aptInstall(['chromium-headless-shell'])
    say('installed')
  } catch {
    say('not available, so the tests use Chromium')
  }
}

/**
 * Returns the path of the browser that most tests use: the headless shell or, if it is missing, Chromium.
 * Returns undefined if both are missing.
 */
export const testBrowserPath = async () =>
  fs.existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : await chromiumPath()

/** @param {Say} say */
async function installChromium(say) {
  if (await chromiumPath()) return say('present')
  try {
    await aptInstall(['chromium'])
    say('installed')
  } catch {
    say('from Playwright')
    await run('playwright', ['install', '--with-deps', 'chromium'])
  }
  if (!(await chromiumPath()))
    throw new StepFailed(
      'Chromium is missing: install the package "chromium" or run "npx playwright install chromium".',
    )
}

/**
 * Returns the path of an installed Chromium or Chrome. If there is none, returns the path of Playwright's
 * Chromium, or undefined if that is missing too.
 * @returns {Promise<string | undefined>}
 */
export async function chromiumPath() {
  for (const path of ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'])
    if (fs.existsSync(path)) return path
  const { code, output } = await run('node', ['-p', "require('playwright').chromium.executablePath()"], {
    seconds: 20,
  })
  return code === 0 && fs.existsSync(output.trim()) ? output.trim() : undefined
}
