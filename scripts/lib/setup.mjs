import fs from 'node:fs'
import { createHash } from 'node:crypto'
import { root, run, step, StepFailed } from './step.mjs'
import { aptInstall } from './apt.mjs'
import { findYtDlp, YT_DLP_OLDEST } from './yt-dlp.mjs'

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
