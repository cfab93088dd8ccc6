import { sealed, setupSealed } from '../lib/sealed.ts'
import { main, run, StepFailed } from '../lib/step.ts'

const SEALED = ['corpus', 'extract', 'watch']
const SEALED_SECONDS = 3_600
/** Imported only when they run: their packages are slow to load. */
const BENCHES: Record<string, () => Promise<{ default: (args: string[]) => Promise<void> }>> = {
  corpus: () => import('./corpus.ts'),
  extract: () => import('./extract.ts'),
  merge: () => import('./merge.ts'),
  pages: () => import('./pages.ts'),
  proxy: () => import('./proxy.ts'),
  watch: () => import('./watch/visits.ts'),
}

await main(async () => {
  const [name = '', ...args] = process.argv.slice(2)
  const load = BENCHES[name]
  if (!load)
    throw new StepFailed(`Name a bench: npm run bench -- NAME\n\n  ${Object.keys(BENCHES).join('\n  ')}`)
  if (SEALED.includes(name) && !process.env['SEALED_INTERNET']) await runSealed([name, ...args])
  else await (await load()).default(args)
})

async function runSealed(args: string[]) {
  const extra = await setupSealed()
  const [program = '', ...again] = sealed('scripts/measure/bench.ts', ...args)
  const { code } = await run(program, again, { show: true, extra, seconds: SEALED_SECONDS })
  if (code !== 0) throw new StepFailed(`The process in the sealed internet ended with code ${code}.`)
}
