import fs from 'node:fs'
import { createHash } from 'node:crypto'
import { root, run, step, StepFailed } from './step.mjs'
import { aptInstall, aptPackageFrom } from './apt.mjs'

/** The yt-dlp release this product is built and tested with, and the oldest month it runs on. */
const YT_DLP = '2026.10.26'
const YT_DLP_OLDEST = '2026.10'
/** Prints the version of a Python's yt-dlp without importing the package, which takes most of a second. */
const YT_DLP_VERSION =
  'import importlib.util as u, os, runpy; f = u.find_spec("yt_dlp").origin; ' +
  'print(runpy.run_path(os.path.join(os.path.dirname(f), "version.py"))["__version__"])'

/**
 * Installs what this machine lacks to run the product: npm packages with Node 24, ffmpeg, yt-dlp.
 * Does nothing, and asks no network, where all is there.
 * @returns {Promise<{ python: string, version: string }>} the Python that has yt-dlp
 */
export async function setup() {
  await step('npm packages and Node 24', installPackages)
  await step('ffmpeg', (say) => installProgram(say, 'ffmpeg', ['-version'], ['ffmpeg']))
  return await step(`yt-dlp ${YT_DLP_OLDEST} or newer`, findYtDlp)
}

/** What the tests need beside: Chromium, tools of its certificate store, network namespaces. */
export async function setupTests() {
  await step('Chromium', installChromium)
  await step('network namespaces', (say) => installProgram(say, 'ip', ['-V'], ['iproute2']))
  await step('certificate tools', async (say) => {
    await installProgram(say, 'certutil', ['-H'], ['libnss3-tools'], [0, 1])
    await installProgram(say, 'openssl', ['version'], ['openssl'])
  })
}

/** npm packages by the lock file, once per lock file. */
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
        `npm could not install the packages:\n${output}\nCheck the network and the registry npm is set to, then run this again.`,
      )
    linkNode()
    fs.writeFileSync(stamp, wanted)
  }
  const node = await run('node', ['--version'])
  if (node.code !== 0 || Number(node.output.slice(1).split('.')[0]) < 24)
    throw new StepFailed(
      `Node 24 is needed and was found as ${node.output.trim() || 'nothing'}.\nIts package is optional in package.json and does not exist for this system: install Node 24 and run this again.`,
    )
  say(`Node ${node.output.trim()}`)
}

/** npm 9 installs the packaged Node but makes no link for a program of that name; npm 11 does. */
function linkNode() {
  const bin = `${root}/node_modules/.bin/node`
  const folder = fs
    .readdirSync(`${root}/node_modules`)
    .find((name) => /^node-(bin-)?(linux|darwin)-/.test(name))
  if (folder && !fs.existsSync(bin)) fs.symlinkSync(`../${folder}/bin/node`, bin)
}

/** A program by name, else Debian's packages that bring it. */
async function installProgram(say, program, probe, packages, codes = [0]) {
  const works = async () => codes.includes((await run(program, probe, { seconds: 20 })).code)
  if (await works()) return say('there')
  await aptInstall(packages)
  if (!(await works()))
    throw new StepFailed(`${program} is still missing. Install it by hand and run this again.`)
  say('installed')
}

async function installChromium(say) {
  if (await chromiumPath()) return say('there')
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

/** Where Chromium is: Debian's first, else Playwright's own. */
export async function chromiumPath() {
  for (const path of ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'])
    if (fs.existsSync(path)) return path
  const { code, output } = await run('node', ['-p', "require('playwright').chromium.executablePath()"], {
    seconds: 20,
  })
  return code === 0 && fs.existsSync(output.trim()) ? output.trim() : undefined
}

/** A yt-dlp that is there, else a private venv, else Debian's backport. */
async function findYtDlp(say) {
  const venv = `${root}/.cache/yt-dlp`
  const pythons = [process.env.PYTHON, `${venv}/bin/python`, 'python3', '/usr/bin/python3'].filter(Boolean)
  const find = async () => {
    for (const python of pythons) {
      const { code, output } = await run(python, ['-c', YT_DLP_VERSION], {
        seconds: 20,
      })
      if (code === 0 && output.trim() >= YT_DLP_OLDEST) return { python, version: output.trim() }
    }
  }
  const there = await find()
  if (there) return (say(there.version), there)
  if ((await run('python3', ['--version'])).code !== 0) await aptInstall(['python3'])
  if (await installVenv(venv)) say('private environment')
  else {
    await aptPackageFrom('trixie-backports', 'yt-dlp')
    say("Debian's backport")
  }
  const installed = await find()
  if (!installed)
    throw new StepFailed(
      `yt-dlp ${YT_DLP_OLDEST} or newer could not be installed.\nRun: python3 -m venv .cache/yt-dlp && .cache/yt-dlp/bin/pip install "yt-dlp[default,curl-cffi]==${YT_DLP}"`,
    )
  return installed
}

/** True when pip could install yt-dlp with its solver and impersonation; gives up soon where there is no index. */
async function installVenv(venv) {
  const made = await run('python3', ['-m', 'venv', venv], { seconds: 60 })
  const reached =
    made.code === 0 &&
    (
      await run(
        `${venv}/bin/pip`,
        [
          'download',
          '--no-deps',
          '--retries',
          '0',
          '--timeout',
          '5',
          '-d',
          `${venv}/tmp`,
          `yt-dlp==${YT_DLP}`,
        ],
        { seconds: 30 },
      )
    ).code === 0
  const installed =
    reached &&
    (
      await run(
        `${venv}/bin/pip`,
        ['install', '--retries', '1', '--timeout', '15', `yt-dlp[default,curl-cffi]==${YT_DLP}`],
        { seconds: 300 },
      )
    ).code === 0
  if (!installed) fs.rmSync(venv, { recursive: true, force: true })
  return installed
}
