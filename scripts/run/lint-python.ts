import { root, run, runOrFail, type Say } from '../lib/step.ts'

const RUFF = '0.17.6'
const SOURCES = `${root}/merger/ytdlp`
const venv = `${root}/.cache/ruff`

export async function lintPython(say: Say) {
  if (await hasRuff()) {
    await runOrFail([`${venv}/bin/ruff`, 'check', '--no-cache', SOURCES], { seconds: 60 })
    await runOrFail([`${venv}/bin/ruff`, 'format', '--check', '--no-cache', SOURCES], { seconds: 60 })
    say(`ruff ${RUFF}`)
  } else if ((await run('python3', ['-m', 'pyflakes', '--version'])).code === 0) {
    await runOrFail(['python3', '-m', 'pyflakes', SOURCES], { seconds: 60 })
    say('by pyflakes, since pip could not install ruff')
  } else say('not linted: pip could not install ruff, and pyflakes is missing')
}

async function hasRuff() {
  const isThere = async () => (await run(`${venv}/bin/ruff`, ['--version'])).output.trim() === `ruff ${RUFF}`
  if (await isThere()) return true
  await run('python3', ['-m', 'venv', venv], { seconds: 120 })
  const flags = ['--retries', '1', '--timeout', '15', '--only-binary', ':all:']
  await run(`${venv}/bin/pip`, ['install', ...flags, `ruff==${RUFF}`], { seconds: 120 })
  return await isThere()
}
