import fs from 'node:fs'
import { bundleMachine } from './machine/bundle.ts'
import { build } from './build.ts'
import { joinKey } from '../../machine/join/key.ts'
import { ensureBase } from './machine/base.ts'
import { main, root, run, runOrFail, step, StepFailed, usageError } from '../lib/step.ts'
import { atEnd } from '../lib/stop.ts'
import { setup, setupSealedInternet } from '../lib/setup/setup.ts'

const USAGE = `npm run machine -- build [NAME:TAG] | check [TEST...] | join-key NAME --edge URL

  build     builds the image of machine/Dockerfile
  check     builds it, and runs tests/machine against containers of it in a sealed network
  join-key  prints the KEY with which a merger joins the edge of MERGER_KEYS`

const NAME = 'media-downloader:local'
const SUITE_SECONDS = 3_600

await main(async () => {
  const [command, ...rest] = process.argv.slice(2)
  if (command === 'build') return await buildImage(rest[0] ?? NAME)
  if (command === 'join-key') return console.log(joinKey(rest, process.env['MERGER_KEYS'] ?? ''))
  if (command !== 'check') throw usageError(USAGE, 'Name a command.')
  await setup()
  await setupSealedInternet()
  await build()
  await step('machine', bundleMachine)
  await buildImage(NAME)
  await check(rest)
})

async function buildImage(name: string) {
  if ((await run('docker', ['info'])).code !== 0)
    throw new StepFailed('No Docker engine runs here. The tests of tests/machine need none: npm test')
  await step('base image', async (say) => say(await ensureBase()))
  await step('image', async (say) => {
    const tag = name.split(':')[1] ?? ''
    const file = ['-f', 'machine/Dockerfile', '-t', name, `--build-arg=BUILD=${tag}`]
    await runOrFail(['docker', 'build', ...file, '.'], { seconds: 3_600 })
    const bytes = await runOrFail([
      'sh',
      '-c',
      `id=$(docker create ${name}) && docker export $id | wc -c && docker rm $id >/dev/null`,
    ])
    say(`${Math.round(Number(bytes) / 1e6)} MB`)
  })
}

/** The sealed internet runs in the network of a container that only waits, and so do the machines. */
async function check(tests: string[]) {
  const sleeper = ['run', '--detach', '--rm', '--network', 'none', '--entrypoint', 'sleep', NAME, 'infinity']
  const id = (await runOrFail(['docker', ...sleeper])).trim()
  atEnd(() => fs.existsSync('/var/run/docker.sock') && run('docker', ['kill', id]))
  const pid = (await runOrFail(['docker', 'inspect', '--format', '{{.State.Pid}}', id])).trim()
  const enter =
    `nsenter --net=/proc/${pid}/ns/net unshare --mount --pid --fork --kill-child --mount-proc`.split(' ')
  const inside = ['sh', 'tests/internet/enter.sh', '--inside', 'node', 'tests/internet/run.ts', '--']
  const suite = ['vitest', 'run', '--project', 'machine', ...tests]
  const [program = '', ...args] = [...enter, ...inside, ...suite]
  const { code } = await run(program, args, {
    show: true,
    seconds: SUITE_SECONDS,
    extra: {
      CI: '1',
      MACHINE_IMAGE: NAME,
      MACHINE_NETWORK: id,
      PATH: `${root}/node_modules/.bin:${process.env['PATH']}`,
    },
  })
  await run('docker', ['kill', id])
  if (code !== 0) throw new StepFailed('The image does not pass: the names of the tests are above.')
}
