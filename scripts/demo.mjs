import fs from 'node:fs'
import net from 'node:net'
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { main, root, run, StepFailed } from './lib/step.mjs'
import { chromiumPath, setup, setupTests } from './lib/setup.mjs'
import { build } from './build.mjs'

/**
 * `npm run demo`: the product with synthetic platforms, without internet, for a browser on this machine. The product
 * runs in the sealed internet (tests/internet); two Unix sockets cross its border, and this program leads two ports of
 * 127.0.0.1 to them: one to the product, one to a proxy that finds the media hosts. Ctrl-C leaves nothing behind.
 */
await main(async () => {
  const port = Number(process.env.PORT ?? 8787)
  const { python } = await setup()
  await setupTests()
  await build()
  const enter = 'tests/internet/enter.sh'
  const possible = await run('sh', [enter, '--check'], { seconds: 20 })
  if (possible.code !== 0)
    throw new StepFailed(`The demo needs a network namespace: ${possible.output.trim()}`)

  fs.mkdirSync(`${root}/.demo`, { recursive: true })
  const folder = fs.mkdtempSync(`${root}/.demo/run-`)
  const doors = []
  const inside = spawn('sh', [enter, `${root}/node_modules/.bin/node`, 'tests/internet/demo.ts', folder], {
    cwd: root,
    env: { ...process.env, PYTHON: python },
    stdio: ['pipe', 'pipe', 'inherit'],
    // A group of its own: Ctrl-C reaches us alone, and we end it by closing its standard input.
    detached: true,
  })
  const ended = new Promise((resolve) => inside.once('exit', resolve))
  const asked = new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => resolve('asked'))
  })
  try {
    const started = await Promise.race([ready(inside), ended, asked])
    if (started === 'asked') return
    if (!started?.samples)
      throw new StepFailed('The product did not start in the sealed internet; its words are above.')
    doors.push(await lead(port, `${folder}/product.sock`), await lead(port + 1, `${folder}/sites.sock`))
    console.log(await words(port, started))
    if ((await Promise.race([asked, ended])) !== 'asked')
      throw new StepFailed('The product ended; its words are above.')
  } finally {
    for (const door of doors) door.close()
    inside.stdin.end()
    const patience = setTimeout(() => inside.kill('SIGKILL'), 8_000)
    await ended
    clearTimeout(patience)
    fs.rmSync(folder, { recursive: true, force: true })
  }
})
// Browsers keep connections open that nothing would answer any more.
process.exit()

/** Passes the inner program's lines on, until the one that says it is ready. */
function ready(inside) {
  return new Promise((resolve) => {
    createInterface({ input: inside.stdout }).on('line', (line) => {
      if (line.startsWith('{"ready":true')) resolve(JSON.parse(line))
      else console.log(line)
    })
  })
}

/** A port of this machine that leads to a socket file. */
function lead(port, socketFile) {
  const server = net.createServer((visitor) => {
    const inner = net.connect(socketFile)
    visitor.pipe(inner).pipe(visitor)
    visitor.on('error', () => inner.destroy())
    inner.on('error', () => visitor.destroy())
  })
  return new Promise((resolve, reject) => {
    server.once('error', () =>
      reject(new StepFailed(`Port ${port} is in use. Choose another pair: PORT=8797 npm run demo`)),
    )
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}

async function words(port, { samples, key }) {
  const wide = Math.max(...samples.map(({ link }) => link.length))
  const table = samples.map(({ link, says }) => `    ${link.padEnd(wide)}   ${says}`)
  // Chromium refuses to start for root with its sandbox.
  const browser = `${(await chromiumPath()) ?? 'chromium'}${process.getuid?.() === 0 ? ' --no-sandbox' : ''}`
  return `
  http://127.0.0.1:${port}     the product, with no internet behind it (Ctrl-C ends it)

  Links to paste; everything behind them is made up:

${table.join('\n')}

  Files that are put together, and downloads, work in any browser on this machine. Direct media come from hosts that
  exist only in here; this browser finds them:

    ${browser} --user-data-dir=${root}/.demo/profile --proxy-server=127.0.0.1:${port + 1} \\
      --ignore-certificate-errors-spki-list=${key} http://127.0.0.1:${port}/
`
}
