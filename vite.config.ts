import react from '@vitejs/plugin-react'
import fs from 'node:fs'
import { defineConfig } from 'vite'
import type { Assets } from './web/document/assets.ts'

/**
 * The shared chunks. Each lists substrings of the paths of its modules. There are only a few, because every
 * chunk costs a request before the first paint, and small files compress worse.
 */
const sharedChunks = {
  /** Needed by every page. */
  base: ['/node_modules/react', '/node_modules/scheduler/', 'vite/preload-helper', '/web/privacy/consent.ts'],
  /** Link rules and failure messages, for the platform pages, the results and the preview. */
  platforms: ['/contract/platforms/', '/contract/failure.', '/contract/link.', '/web/download/failure-text.'],
  /** The content pages: blog, help, guide, policies, glossary. */
  reading: [
    '/web/articles/',
    '/web/parts/accordion.',
    ...['blog.module'].map((part) => `/web/pages/${part}`),
    ...['policy', 'prose', 'posts', 'like'].map((part) => `/web/content/${part}.ts`),
  ],
}

/** One build produces the client and the renderer that the Worker imports. */
export default defineConfig({
  plugins: [
    react(),
    {
      // The player runs in browsers only. Without this its two builds would be half of the Worker.
      name: 'no-player-in-the-renderer',
      enforce: 'pre',
      resolveId(id) {
        return this.environment.name === 'ssr' && id.startsWith('hls.js') ? '\0no-player' : undefined
      },
      load: (id) => (id === '\0no-player' ? 'export default undefined' : undefined),
    },
  ],
  publicDir: false,
  builder: {
    async buildApp(builder) {
      await builder.build(builder.environments['client']!)
      await builder.build(builder.environments['ssr']!)
      // Moves the manifest out of the public folder, and adds the CSS and the font that the renderer writes
      // into documents.
      const manifest = JSON.parse(fs.readFileSync('dist/web/.vite/manifest.json', 'utf8'))
      const styles = Object.fromEntries(
        Object.values(manifest as Assets['manifest'])
          .flatMap(({ css = [] }) => css)
          .map((file) => [file, fs.readFileSync(`dist/web/${file}`, 'utf8')]),
      )
      const letters = fs.readFileSync('web/styles/host-grotesk-basic.woff2').toString('base64')
      const font = `data:font/woff2;base64,${letters}`
      fs.writeFileSync('dist/assets.json', JSON.stringify({ manifest, styles, font }))
      fs.rmSync('dist/web/.vite', { recursive: true })
      // The next deploy reads it from the live site (scripts/lib/old-chunks.mjs).
      const files = Object.values(manifest as Assets['manifest'])
        .flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets])
        .map((file) => file.replace('assets/', ''))
      fs.writeFileSync('dist/web/assets/release.json', JSON.stringify([...new Set(files)]))
    },
  },
  environments: {
    client: {
      build: {
        outDir: 'dist/web',
        // `wrangler dev` stops when its assets folder is deleted. Open pages may still request chunks of an
        // older build.
        emptyOutDir: false,
        manifest: true,
        target: 'es2023',
        cssTarget: ['chrome123', 'safari17.5', 'firefox128'],
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: { main: 'web/main.tsx', 'offline-worker': 'web/offline/worker.ts' },
          output: {
            // No hash, because browsers look for a new version of a service worker at the same URL.
            entryFileNames: ({ name }) =>
              name === 'offline-worker' ? 'assets/[name].js' : 'assets/[name]-[hash].js',
            codeSplitting: {
              // Keeps the modules of a page in its chunk, even if a shared module imports them.
              includeDependenciesRecursively: false,
              groups: Object.entries(sharedChunks).map(([name, parts]) => ({
                name,
                test: (id: string) => parts.some((part) => id.includes(part)),
              })),
            },
          },
        },
      },
    },
    ssr: {
      build: {
        outDir: 'dist/render',
        emptyOutDir: false,
        ssr: true,
        minify: true,
        cssCodeSplit: false,
        assetsInlineLimit: 0,
        rolldownOptions: { input: 'web/render.tsx' },
      },
      resolve: {
        noExternal: true,
        conditions: ['workerd', 'worker', 'browser', 'module', 'import', 'production'],
      },
      define: { 'process.env.NODE_ENV': '"production"' },
    },
  },
})
