import { run, StepFailed } from '../step.ts'

const isRoot = process.getuid?.() === 0
let hasUpdated = false

function asRoot([program = '', ...args]: string[], seconds: number) {
  return isRoot
    ? run(program, args, { seconds })
    : run('sudo', [program, ...args], { seconds, interactive: true })
}

export async function aptInstall(packages: string[]) {
  if ((await run('apt-get', ['--version'])).code !== 0)
    throw new StepFailed(
      `This system has no apt-get. Install ${packages.join(', ')} by hand and run this again.`,
    )
  if (!hasUpdated) await asRoot(['apt-get', '-q', 'update'], 300)
  hasUpdated = true
  const install = ['apt-get', '-q', '-y', '--no-install-recommends', 'install', ...packages]
  const { code, output } = await asRoot(['env', 'DEBIAN_FRONTEND=noninteractive', ...install], 600)
  if (code !== 0)
    throw new StepFailed(
      `apt-get could not install ${packages.join(', ')}:\n${output}\nInstall it by hand and run this again.`,
    )
}
