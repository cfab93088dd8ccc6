import fs from 'node:fs'
import { z } from 'zod/mini'

// The configuration of workerd in its own text format: node_modules/workerd/workerd.capnp.

const bindingsSchema = z.object({
  compatibilityDate: z.string(),
  compatibilityFlags: z.array(z.string()),
  vars: z.record(z.string(), z.string()),
  namespaces: z.array(z.string()),
  objects: z.array(z.object({ name: z.string(), className: z.string() })),
  limits: z.array(z.object({ name: z.string(), limit: z.number(), period: z.number() })),
})
type Bindings = z.infer<typeof bindingsSchema>

export const bindingsIn = (folder: string): Bindings =>
  bindingsSchema.parse(JSON.parse(fs.readFileSync(`${folder}/bindings.json`, 'utf8')))

type Machine = {
  bindings: Bindings
  /** Folder of the built pages. */
  pages: string
  data: string
  /** Addresses to listen on. */
  door: string
  control: string
  trusted: string[]
  limitBytes: number
  vars: Record<string, string>
  version: { id: string; tag: string; timestamp: string }
}

/** Read from the environment of workerd, so the file holds no secret. */
const SECRETS = ['GRANT_KEYS', 'MERGER_KEYS']

/**
 * A request holds native memory until V8 collects its garbage, and V8 waits until a heap has grown by
 * hundreds of MB. These sizes (MB) let it collect early: docs/measurements.md, "Memory of a machine".
 */
const V8_FLAGS = ['--initial-old-space-size=4', '--max-semi-space-size=1']

const quoted = (text: string) =>
  `"${text.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`)}"`
const list = (items: readonly string[]) => `[ ${items.join(', ')} ]`
const json = (name: string, value: unknown) =>
  `(name = ${quoted(name)}, json = ${quoted(JSON.stringify(value))})`

export function workerdConfig(machine: Machine): string {
  const { bindings, data, pages, door, control, trusted, limitBytes } = machine
  const { compatibilityDate, compatibilityFlags } = bindings
  const common = `compatibilityDate = ${quoted(compatibilityDate)}, compatibilityFlags = ${list(compatibilityFlags.map(quoted))}`
  const worker = (name: string, parts: string[]) => {
    const module = `(name = "${name}.js", esModule = embed "/${name}.js")`
    return `(name = "${name}", worker = (modules = [ ${module} ], ${[common, ...parts].join(', ')}))`
  }
  const objects = (names: readonly string[], own: string) => [
    `durableObjectNamespaces = ${list(names.map((name) => `(className = "${name}", uniqueKey = "${own}-${name}", enableSql = true)`))}`,
    'durableObjectStorage = (localDisk = "objects")',
  ]
  const services = [
    worker('edge', [
      `bindings = ${list(edgeBindings(machine))}`,
      ...objects(
        bindings.objects.map(({ className }) => className),
        'edge',
      ),
      'cacheApiOutbound = "no-cache"',
      'globalOutbound = "outside"',
    ]),
    worker('door', [
      `bindings = ${list(['(name = "EDGE", service = "edge")', json('TRUSTED_PROXIES', trusted)])}`,
    ]),
    worker('keys', [
      'bindings = [ (name = "NAMESPACES", durableObjectNamespace = "KeyNamespace") ]',
      ...objects(['KeyNamespace'], 'keys'),
    ]),
    worker('bucket', [
      `bindings = ${list(['(name = "BUCKET", durableObjectNamespace = "Bucket")', '(name = "BLOBS", service = "blobs")', json('LIMIT_BYTES', limitBytes)])}`,
      ...objects(['Bucket'], 'bucket'),
    ]),
    worker('assets', ['bindings = [ (name = "PAGES", service = "pages") ]']),
    worker('no-cache', []),
    // The merger of this machine, and mergers elsewhere. The edge itself reads no media from the internet.
    '(name = "outside", network = (allow = ["public", "127.0.0.1/32"], tlsOptions = (trustBrowserCas = true)))',
    `(name = "objects", disk = (path = ${quoted(`${data}/objects`)}, writable = true))`,
    `(name = "blobs", disk = (path = ${quoted(`${data}/blobs`)}, writable = true))`,
    `(name = "pages", disk = (path = ${quoted(pages)}))`,
  ]
  const sockets = [
    `(name = "door", address = ${quoted(door)}, http = (), service = "door")`,
    ...bindings.namespaces.map(
      (name) =>
        `(name = "${name}", address = ${quoted(`unix:${control}/${name}.socket`)}, http = (), service = ${keysOf(name)})`,
    ),
  ]
  const rateLimit = `(name = "machine:rate-limit", internal = true, esModule = embed "/rate-limit.js")`
  return [
    'using Workerd = import "/workerd/workerd.capnp";',
    'const machine :Workerd.Config = (',
    `  services = ${list(services)},`,
    `  sockets = ${list(sockets)},`,
    `  v8Flags = ${list(V8_FLAGS.map(quoted))},`,
    `  extensions = [ (modules = [ ${rateLimit} ]) ],`,
    ');',
    '',
  ].join('\n')
}

const keysOf = (namespace: string) =>
  `(name = "keys", props = (json = ${quoted(JSON.stringify({ namespace }))}))`

function edgeBindings({ bindings, vars, version }: Machine): string[] {
  return [
    ...Object.entries({ ...bindings.vars, ...vars }).map(
      ([name, value]) => `(name = "${name}", text = ${quoted(value)})`,
    ),
    ...SECRETS.map((name) => `(name = "${name}", fromEnvironment = "${name}")`),
    ...bindings.namespaces.map((name) => `(name = "${name}", kvNamespace = ${keysOf(name)})`),
    ...bindings.objects.map(
      ({ name, className }) => `(name = "${name}", durableObjectNamespace = "${className}")`,
    ),
    ...bindings.limits.map(
      ({ name, limit, period }) =>
        `(name = "${name}", wrapped = (moduleName = "machine:rate-limit", innerBindings = ${list([json('LIMIT', limit), json('PERIOD', period)])}))`,
    ),
    '(name = "FILES", r2Bucket = "bucket")',
    '(name = "ASSETS", service = "assets")',
    json('VERSION', version),
  ]
}
