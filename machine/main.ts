import { joinEdge } from './join/join.ts'
import { joinKey } from './join/key.ts'
import { keysIn } from './serve/keys.ts'
import { serve } from './serve/serve.ts'
import { settingsOf } from './serve/settings.ts'
import { updateYtDlp } from './yt-dlp/update.ts'

const HELP = `machine [COMMAND]

                        runs the product
  brand COMMAND         brands of hosts: list, show, check, put, remove
  block COMMAND         blocks after a complaint: list, add, remove
  merger --join KEY     runs only a merger, for an edge elsewhere
  join-key NAME --edge URL
                        prints the KEY for a merger that joins this machine
  update-yt-dlp [VERSION]
                        installs, tests and uses a newer yt-dlp
  health                exits with 0 if the machine works`

const [command = 'serve', ...args] = process.argv.slice(2)

const commands: Record<string, () => Promise<unknown>> = {
  serve: () => serve(process.env),
  health,
  merger: () => joinEdge(args, process.env),
  'update-yt-dlp': () => updateYtDlp(args, process.env),
  'join-key': async () => {
    const { MERGER_KEYS } = keysIn(settingsOf(process.env).DATA)
    console.log(joinKey(args, MERGER_KEYS))
  },
  brand: () => ofStorage('brand'),
  block: () => ofStorage('block'),
}

try {
  const run = commands[command]
  if (!run) throw new Error(HELP)
  await run()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function health(): Promise<void> {
  const { PORT } = settingsOf(process.env)
  const answer = await fetch(`http://127.0.0.1:${PORT}/api/health`).catch(() => undefined)
  process.exitCode = answer?.ok ? 0 : 1
}

/** The commands of the repository, bundled, on the storage of this machine. */
async function ofStorage(name: string): Promise<void> {
  process.argv = [
    ...process.argv.slice(0, 2),
    ...args,
    '--machine',
    `${settingsOf(process.env).DATA}/control`,
  ]
  await import(new URL(`../dist/machine/commands/${name}.js`, import.meta.url).href)
}
