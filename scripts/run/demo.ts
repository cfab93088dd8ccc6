import fs from 'node:fs'
import net from 'node:net'
import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { sealed, setupSealed } from '../lib/sealed.ts'
import { main, root, run, StepFailed, argumentsOf } from '../lib/step.ts'
import { atEnd } from '../lib/stop.ts'

type Ready = { key: string; samples: { link: string; says: string }[] }

const GRACE_MS = 8_000

/** Two ports lead to two Unix sockets: the product, and a proxy for the media hosts. */
await main(async () => {
  argumentsOf('npm run demo', {})
  const port = Number(process.env['PORT'] ?? 8787)
  const environment = await setupSealed()
  const check = await run('sh', ['tests/internet/enter.sh', '--check'])
  if (check.code !== 0) throw new StepFailed(`The demo needs a network namespace: ${check.output.trim()}`)

  fs.mkdirSync(`${root}/.demo`, { recursive: true })
  const folder = fs.mkdtempSync(`${root}/.demo/run-`)
  const [program = '', ...args] = sealed('tests/internet/demo.ts', folder)
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['pipe', 'pipe', 'inherit'],
    // The child process gets its own process group, so that Ctrl-C reaches only this script. The child
    // process ends when its stdin is closed.
    detached: true,
  })
  const ended = new Promise<undefined>((resolve) => child.once('exit', () => resolve(undefined)))
  atEnd(async () => {
    child.stdin.end()
    const timer = setTimeout(() => child.kill('SIGKILL'), GRACE_MS)
    await ended
    clearTimeout(timer)
    fs.rmSync(folder, { recursive: true, force: true })
  })
  const ready = await Promise.race([readyLine(child), ended])
  if (!ready) throw new StepFailed('The product did not start in the sealed internet. Its output is above.')
  await forward(port, `${folder}/product.sock`)
  await forward(port + 1, `${folder}/sites.sock`)
  console.log(instructions(port, ready, environment.CHROMIUM))
  await ended
  throw new StepFailed('The product has stopped. Its output is above.')
})

function readyLine({ stdout }: ChildProcess): Promise<Ready> {
  if (!stdout) throw new Error('The sealed program has no standard output.')
  return new Promise((resolve) => {
    createInterface({ input: stdout }).on('line', (line) => {
      if (line.startsWith('{"ready":true')) resolve(JSON.parse(line) as Ready)
      else console.log(line)
    })
  })
}

function forward(port: number, socketFile: string): Promise<void> {
  const server = net.createServer((visitor) => {
    const inner = net.connect(socketFile)
    visitor.pipe(inner).pipe(visitor)
    visitor.on('error', () => inner.destroy())
    inner.on('error', () => visitor.destroy())
  })
  return new Promise((resolve, reject) => {
    server.once('error', (cause) =>
      reject(
        new StepFailed(`Port ${port} is in use. Choose another pair: PORT=8797 npm run demo`, { cause }),
      ),
    )
    server.listen(port, '127.0.0.1', () => resolve())
  })
}

function instructions(port: number, { samples, key }: Ready, chromium: string) {
  const width = Math.max(...samples.map(({ link }) => link.length))
  const table = samples.map(({ link, says }) => `    ${link.padEnd(width)}   ${says}`)
  // As root, Chromium starts only without its own sandbox.
  const browser = `${chromium}${process.getuid?.() === 0 ? ' --no-sandbox' : ''}`
  return `
  http://127.0.0.1:${port}     the product, without internet (Ctrl-C ends it)

  Links to paste; all their content is made up:

${table.join('\n')}

  Merged files and downloads work in any browser on this machine. Direct media come from hosts that exist only in the
  sealed internet. This browser finds them:

    ${browser} --user-data-dir=${root}/.demo/profile --proxy-server=127.0.0.1:${port + 1} \\
      --ignore-certificate-errors-spki-list=${key} http://127.0.0.1:${port}/
`
}
