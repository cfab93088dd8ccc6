import fs from 'node:fs'
import os from 'node:os'
import { run, StepFailed } from '../step.ts'

const isRoot = process.getuid?.() === 0
let hasUpdated = false

function asRoot([program = '', ...args]: string[], seconds: number) {
  return isRoot
    ? run(program, args, { seconds })
    : run('sudo', [program, ...args], { seconds, interactive: true })
}

async function update() {
  if (hasUpdated) return
  await asRoot(['apt-get', '-q', 'update'], 300)
  hasUpdated = true
}

export async function aptInstall(packages: string[]) {
  if ((await run('apt-get', ['--version'])).code !== 0)
    throw new StepFailed(
      `This system has no apt-get. Install ${packages.join(', ')} by hand and run this again.`,
    )
  await update()
  const install = ['apt-get', '-q', '-y', '--no-install-recommends', 'install', ...packages]
  const { code, output } = await asRoot(['env', 'DEBIAN_FRONTEND=noninteractive', ...install], 600)
  if (code !== 0)
    throw new StepFailed(
      `apt-get could not install ${packages.join(', ')}:\n${output}\nInstall it by hand and run this again.`,
    )
}

export async function aptPackageFrom(suite: string, name: string) {
  await update()
  const mirror = await debianMirror()
  if (!mirror)
    throw new StepFailed(
      `apt has no Debian mirror that could have ${name}. Install ${name} by hand and run this again.`,
    )
  const folder = fs.mkdtempSync(`${os.tmpdir()}/apt-`)
  try {
    fs.mkdirSync(`${folder}/lists/partial`, { recursive: true })
    fs.writeFileSync(`${folder}/sources.list`, `deb ${mirror} ${suite} main\n`)
    fs.chmodSync(folder, 0o755)
    const options = [
      `Dir::Etc::sourcelist=${folder}/sources.list`,
      'Dir::Etc::sourceparts=-',
      `Dir::State::lists=${folder}/lists`,
      'APT::Sandbox::User=root',
    ]
    const optionArguments = options.flatMap((option) => ['-o', option])
    const apt = (...args: string[]) =>
      run('sh', ['-c', 'cd "$0" && exec apt-get -q "$@"', folder, ...optionArguments, ...args], {
        seconds: 300,
      })
    const listed = await apt('update')
    const fetched = await apt('download', name)
    const file = fs.readdirSync(folder).find((entry) => entry.endsWith('.deb'))
    if (!file)
      throw new StepFailed(
        `${name} was not found in ${suite}:\n${listed.output}\n${fetched.output}\nInstall it by hand and run this again.`,
      )
    await aptInstall([`${folder}/${file}`])
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

export async function debianMirror(): Promise<string | undefined> {
  const format = ['--format', '$(REPO_URI) $(ORIGIN) $(SUITE)', 'Created-By: Packages']
  const { output } = await run('apt-get', ['indextargets', ...format])
  const mirrors = output.split('\n').filter((line) => / Debian /.test(line) && !/security/.test(line))
  return mirrors[0]?.split(' ')[0]
}
