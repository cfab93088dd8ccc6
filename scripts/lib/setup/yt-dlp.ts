import fs from 'node:fs'
import { createHash } from 'node:crypto'
import { type Say, root, run, StepFailed } from '../step.ts'
import { aptInstall } from './apt.ts'

/** With older releases the product does not work. */
export const YT_DLP_OLDEST = '2026.10'
/** It has the packages of the merger's image. */
const venv = `${root}/.cache/yt-dlp`
const requirements = `${root}/merger/requirements.txt`
const STAMP = `${venv}/.installed`
/** Says why pip failed. Without the pause, every `npm start` without a network would wait for pip to fail. */
const FAILED = `${venv}.failed`
const RETRY_MS = 3_600_000

/** Reads the version from a file, because importing the package takes most of a second. */
const INSPECT = `
import importlib.util as u, json, os, runpy
package = os.path.dirname(u.find_spec("yt_dlp").origin)
version = runpy.run_path(os.path.join(package, "version.py"))["__version__"]
print(json.dumps([version, [name for name in ("yt_dlp_ejs", "curl_cffi") if u.find_spec(name) is None]]))
`
const MEANING: Record<string, string> = {
  yt_dlp_ejs: 'without yt-dlp-ejs (YouTube gives fewer formats)',
  curl_cffi: 'without curl-cffi (TikTok, Instagram and Vimeo refuse more often)',
}

export type YtDlp = { python: string; version: string }
/** `missing`: optional packages that are not installed */
type Inspected = YtDlp & { missing: string[] }

export async function findYtDlp(say: Say): Promise<YtDlp> {
  const named = process.env['PYTHON'] && (await inspect(process.env['PYTHON']))
  if (named) return report(say, 'PYTHON', named)
  const problem = isInstalled() ? undefined : (recentProblem() ?? (await installVenv(say)))
  const own = problem ? undefined : await inspect(`${venv}/bin/python`)
  if (own) return report(say, 'private environment', own)
  const system = (await inspect('python3')) ?? (await inspect('/usr/bin/python3'))
  if (system) return report(say, `this system's, since ${problem}`, system)
  throw new StepFailed(
    `yt-dlp ${YT_DLP_OLDEST} or newer could not be installed: ${problem}.\nRun: python3 -m venv .cache/yt-dlp && .cache/yt-dlp/bin/pip install --no-deps --only-binary :all: --require-hashes -r merger/requirements.txt`,
  )
}

function report(say: Say, source: string, { python, version, missing }: Inspected): YtDlp {
  say([`${version}, ${source}`, ...missing.map((name) => MEANING[name])].join(', '))
  return { python, version }
}

async function inspect(python: string): Promise<Inspected | undefined> {
  const { code, output } = await run(python, ['-c', INSPECT], { seconds: 60 })
  if (code !== 0) return undefined
  const line = output.trim().split('\n').at(-1) ?? ''
  const [version, missing] = JSON.parse(line) as [string, string[]]
  return version >= YT_DLP_OLDEST ? { python, version, missing } : undefined
}

const fingerprint = () => createHash('sha256').update(fs.readFileSync(requirements)).digest('hex')
const isInstalled = () => fs.existsSync(STAMP) && fs.readFileSync(STAMP, 'utf8') === fingerprint()

function recentProblem() {
  const age = Date.now() - (fs.statSync(FAILED, { throwIfNoEntry: false })?.mtimeMs ?? 0)
  return age < RETRY_MS ? fs.readFileSync(FAILED, 'utf8') : undefined
}

async function installVenv(say: Say): Promise<string | undefined> {
  say('installing')
  const python = await findPython()
  if (!python) return 'no Python 3.11 or newer with venv was found'
  fs.rmSync(venv, { recursive: true, force: true })
  fs.mkdirSync(`${root}/.cache`, { recursive: true })
  const install = ['install', '--retries', '1', '--timeout', '15', '--no-deps', '--require-hashes']
  const flags = ['--only-binary', ':all:', '-r', requirements]
  const made = await run(python, ['-m', 'venv', venv], { seconds: 300 })
  const installed =
    made.code === 0 ? await run(`${venv}/bin/pip`, [...install, ...flags], { seconds: 600 }) : made
  fs.rmSync(FAILED, { force: true })
  if (installed.code === 0) {
    fs.writeFileSync(STAMP, fingerprint())
    return undefined
  }
  fs.rmSync(venv, { recursive: true, force: true })
  const reason = installed.output.split('\n').findLast((line) => line.startsWith('ERROR:'))
  const problem = `pip could not install ${reason ? `(${reason.slice(7, 160)})` : 'the packages in time'}`
  fs.writeFileSync(FAILED, problem)
  return problem
}

async function findPython() {
  const check = ['-c', 'import sys, venv, ensurepip; assert sys.version_info >= (3, 11)']
  const works = async (python: string) => (await run(python, check, { seconds: 60 })).code === 0
  const candidates = ['python3', '/usr/bin/python3']
  for (const python of candidates) if (await works(python)) return python
  // When apt is missing or fails, the caller goes on without a virtual environment.
  await aptInstall(['python3', 'python3-venv']).catch(() => {})
  for (const python of candidates) if (await works(python)) return python
  return undefined
}
