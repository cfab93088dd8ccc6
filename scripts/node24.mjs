// Installs the npm packages, one of which is Node 24. A fresh clone has only the system's Node and npm, so
// this file is JavaScript and imports no package.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'

const modules = new URL('../node_modules/', import.meta.url).pathname
const node = `${modules}.bin/node`
const stamp = `${modules}.installed`
const wanted = createHash('sha256')
  .update(fs.readFileSync(new URL('../package-lock.json', import.meta.url)))
  .digest('hex')
const fail = (message) => {
  console.error(message)
  process.exit(1)
}

if (!fs.existsSync(stamp) || fs.readFileSync(stamp, 'utf8') !== wanted) {
  console.log('npm packages and Node 24: installing')
  const args = ['ci', '--no-audit', '--no-fund', '--ignore-scripts']
  const { status, stdout, stderr, error } = spawnSync('npm', args, {
    cwd: new URL('..', import.meta.url),
    encoding: 'utf8',
    timeout: 900_000,
  })
  if (status !== 0)
    fail(
      `npm could not install the packages:\n${error ?? stdout + stderr}\nCheck the network and npm's registry setting, then run this again.`,
    )
  // npm 11 creates this link itself, npm 9 does not.
  const folder = fs.readdirSync(modules).find((name) => /^node-(bin-)?(linux|darwin)-/.test(name))
  if (!fs.existsSync(node)) fs.symlinkSync(folder ? `../${folder}/bin/node` : process.execPath, node)
  fs.writeFileSync(stamp, wanted)
}
const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' })
if (!(Number.parseInt(String(stdout).slice(1), 10) >= 24))
  fail(
    `Node 24 is needed; found ${stdout?.trim() || 'none'}.\nnpm has no package of Node 24 for this system. Install Node 24 and run this again.`,
  )
