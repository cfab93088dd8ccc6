import fs from 'node:fs'
import { build } from 'vite'
import { root } from '../../lib/step.ts'
import { configOf } from '../../operate/config.ts'

// Bundles the Workers of the machine and writes down what wrangler.toml binds to the edge, so that the image
// needs neither a bundler nor Wrangler.

const OUT = `${root}/dist/machine`

const WORKERS = {
  edge: 'edge/worker.ts',
  door: 'machine/workers/door.ts',
  keys: 'machine/workers/keys.ts',
  bucket: 'machine/workers/bucket.ts',
  assets: 'machine/workers/assets.ts',
  'no-cache': 'machine/workers/no-cache.ts',
  'rate-limit': 'machine/workers/rate-limit.ts',
}

const COMMANDS = { brand: 'scripts/operate/brand.ts', block: 'scripts/operate/block.ts' }

const WORKERD = ['workerd', 'worker', 'browser', 'module', 'import', 'production', 'default']
const NODE = ['node', 'module', 'import', 'production', 'default']

export async function bundleMachine(): Promise<void> {
  fs.rmSync(OUT, { recursive: true, force: true })
  for (const [name, input] of Object.entries(WORKERS)) await bundle(name, input, WORKERD)
  for (const [name, input] of Object.entries(COMMANDS)) await bundle(`commands/${name}`, input, NODE)
  fs.writeFileSync(`${OUT}/bindings.json`, JSON.stringify(await bindings(), null, 2))
}

async function bundle(name: string, input: string, conditions: string[]): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      outDir: OUT,
      emptyOutDir: false,
      ssr: true,
      minify: true,
      target: 'es2023',
      rolldownOptions: {
        input: { [name]: input },
        output: { entryFileNames: '[name].js', codeSplitting: false },
        // Wrangler and Miniflare are for other storage than a machine's. No command here reaches them.
        external: [/^cloudflare:/, /^node:/, 'wrangler', 'miniflare'],
      },
    },
    ssr: {
      noExternal: true,
      target: conditions === NODE ? 'node' : 'webworker',
      resolve: { conditions },
    },
    resolve: { conditions },
    define: { 'process.env.NODE_ENV': '"production"' },
  })
}

async function bindings() {
  const config = await configOf('production')
  return {
    compatibilityDate: config.compatibility_date,
    // The default since 4 August 2026; workerd says so at each start.
    compatibilityFlags: config.compatibility_flags.filter((flag) => flag !== 'nodejs_compat'),
    vars: config.vars,
    namespaces: config.kv_namespaces.map(({ binding }) => binding),
    objects: config.durable_objects.bindings.map(({ name, class_name: className }) => ({ name, className })),
    limits: config.ratelimits.map(({ name, simple }) => ({ name, ...simple })),
  }
}

if (process.argv[1] === new URL(import.meta.url).pathname) await bundleMachine()
