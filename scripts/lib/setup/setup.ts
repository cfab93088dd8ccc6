import fs from 'node:fs'
import { type Say, run, step, StepFailed } from '../step.ts'
import { aptInstall } from './apt.ts'
import { type YtDlp, findYtDlp, YT_DLP_OLDEST } from './yt-dlp.ts'

export async function setup(): Promise<YtDlp> {
  await step('ffmpeg', (say) => installProgram(say, 'ffmpeg', ['-version'], ['ffmpeg']))
  return await step(`yt-dlp ${YT_DLP_OLDEST} or newer`, findYtDlp)
}

export async function setupTests() {
  await setupChromium()
  await step('Chromium without windows', installHeadlessShell)
  await step('Firefox', (say) => installProgram(say, 'firefox-esr', ['--version'], ['firefox-esr']))
  await step('WebKit', installWebkit)
  await setupSealedInternet()
}

export async function setupChromium() {
  await step('Chromium', installChromium)
}

export async function setupSealedInternet() {
  await step('network namespaces', (say) => installProgram(say, 'ip', ['-V'], ['iproute2']))
  await step('certificate tools', async (say) => {
    await installProgram(say, 'certutil', ['-H'], ['libnss3-tools'], [0, 1])
    await installProgram(say, 'openssl', ['version'], ['openssl'])
  })
}

export async function setupServers() {
  await step('nginx', (say) => installProgram(say, 'nginx', ['-v'], ['nginx-light']))
  await step('curl', (say) => installProgram(say, 'curl', ['--version'], ['curl']))
}

async function installProgram(
  say: Say,
  program: string,
  probe: string[],
  packages: string[],
  codes: (number | null)[] = [0],
) {
  const works = async () => codes.includes((await run(program, probe)).code)
  if (await works()) return say('present')
  await aptInstall(packages)
  if (!(await works()))
    throw new StepFailed(`${program} is still missing. Install it by hand and run this again.`)
  say('installed')
}

const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'

/** It needs only about a fifth of the CPU time of the complete Chromium for a page. */
async function installHeadlessShell(say: Say) {
  if (fs.existsSync(HEADLESS_SHELL)) return say('present')
  try {
    await aptInstall(['chromium-headless-shell'])
    say('installed')
  } catch {
    say('not available, so the tests use Chromium')
  }
}

/** Debian's package of WebDriver brings MiniBrowser along. gstreamer's libav plays H.264 and AAC. */
async function installWebkit(say: Say) {
  const packages = ['webkit2gtk-driver', 'gstreamer1.0-libav', 'xvfb']
  const { code } = await run('dpkg', ['--status', ...packages])
  if (code === 0) return say('present')
  await aptInstall(packages)
  say('installed')
}

export const testBrowserPath = async () =>
  fs.existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : await chromiumPath()

async function installChromium(say: Say) {
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

export async function chromiumPath(): Promise<string | undefined> {
  for (const path of ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'])
    if (fs.existsSync(path)) return path
  const { code, output } = await run('node', ['-p', "require('playwright').chromium.executablePath()"])
  return code === 0 && fs.existsSync(output.trim()) ? output.trim() : undefined
}
