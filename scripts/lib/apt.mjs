import fs from 'node:fs'
import os from 'node:os'
import { run, StepFailed } from './step.mjs'

const asRoot = process.getuid?.() === 0
const sudo = async (args, options) =>
  asRoot ? run(args[0], args.slice(1), options) : run('sudo', args, { ...options, show: true })
let updated = false

async function update() {
  if (updated) return
  await sudo(['apt-get', '-q', 'update'], { seconds: 300 })
  updated = true
}

/** Debian packages by name, without what they merely recommend. */
export async function aptInstall(packages) {
  if ((await run('apt-get', ['--version'])).code !== 0)
    throw new StepFailed(
      `This system has no apt-get. Install ${packages.join(', ')} by hand and run this again.`,
    )
  await update()
  const { code, output } = await sudo(
    [
      'env',
      'DEBIAN_FRONTEND=noninteractive',
      'apt-get',
      '-q',
      '-y',
      '--no-install-recommends',
      'install',
      ...packages,
    ],
    { seconds: 600 },
  )
  if (code !== 0)
    throw new StepFailed(
      `apt-get could not install ${packages.join(', ')}:\n${output}\nInstall it by hand and run this again.`,
    )
}

/**
 * One package of a newer Debian suite, its dependencies from the system's own. Reads a private list of that suite from
 * the mirror this machine's apt is set to, so that the system's sources stay as they are.
 */
export async function aptPackageFrom(suite, name) {
  await update()
  const { output } = await run('apt-get', [
    'indextargets',
    '--format',
    '$(REPO_URI) $(ORIGIN) $(SUITE)',
    'Created-By: Packages',
  ])
  const mirrors = output.split('\n').filter((line) => / Debian /.test(line) && !/security/.test(line))
  const mirror = mirrors[0]?.split(' ')[0]
  if (!mirror)
    throw new StepFailed(
      `No Debian mirror is set up here to take ${name} from. Install ${name} by hand and run this again.`,
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
    const apt = (...args) =>
      run(
        'sh',
        ['-c', 'cd "$0" && exec apt-get -q "$@"', folder, ...options.flatMap((o) => ['-o', o]), ...args],
        { seconds: 300 },
      )
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
