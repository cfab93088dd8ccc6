import react from '@vitejs/plugin-react'
import fs from 'node:fs'
import { defineConfig } from 'vite'
import { writeTextFiles } from './scripts/run/pages/text-files.ts'
import type { Assets } from './web/document/assets.ts'

/**
 * There are only a few shared chunks, because every chunk costs a request before the first paint, and many
 * small files compress worse than a few large ones.
 */
const sharedChunks = {
  base: [
    '/node_modules/react',
    '/node_modules/scheduler/',
    'vite/preload-helper',
    // Too small for chunks of their own.
    '/web/parts/status-reset.',
    '/web/is-offline.',
    ...['brand-languages', 'languages', 'numerals', 'say'].map((file) => `/texts/${file}.`),
    '/web/app/page-data.',

    '/web/app/texts.',
    '/web/parts/link.',
  ],
  platforms: [
    '/contract/app-link.',
    '/contract/platforms/',
    '/contract/failure.',
    '/contract/failures.',
    '/contract/link.',
    '/contract/refused-link.',
    '/contract/wrapped-link.',
    '/web/app/failure-words.',
    '/web/download/failure-text.',
    '/web/unexpected-answer.',
  ],
  // What the preview page and the panel of formats need to make and save a file.
  run: [
    '/web/parts/item-title.',
    '/web/preview/use-words.',
    ...['extras', 'file-panel.module', 'share-button'].map((part) => `/web/preview/panels/${part}.`),
    ...['countdown', 'device', 'file-path', 'hls', 'link', 'link-place', 'machine', 'note-download', 'poster']
      .concat('save-when-ready', 'times', 'use-delayed', 'use-download-check', 'use-is-online', 'use-preview')
      .concat('use-ready-notice', 'preview-work')
      .map((part) => `/web/preview/${part}.`),
  ],
  // Figures, and what pages say of the product.
  facts: [
    '/contract/limits.',
    '/texts/figures.',
    '/web/app/figures.',
    '/web/app/use-facts.',
    '/web/content/display.',
    '/web/content/facts.',
    '/web/parts/stored.',
  ],
  reading: [
    ...['article', 'content', 'policy', 'prose', 'search'].map((part) => `/web/articles/${part}`),
    '/web/parts/accordion.',
    ...['blog.module'].map((part) => `/web/pages/${part}`),
    ...['policy', 'prose', 'posts', 'like'].map((part) => `/web/content/${part}.ts`),
  ],
}

export default defineConfig({
  plugins: [
    react(),
    {
      // The HLS player (hls.js) runs in browsers only. The pages use two builds of it, a full one and a light
      // one. These would be half of the Worker's code, so the renderer is built without them.
      name: 'no-player-in-the-renderer',
      enforce: 'pre',
      resolveId(id) {
        return this.environment.name === 'ssr' && id.startsWith('hls.js') ? '\0no-player' : undefined
      },
      load: (id) => (id === '\0no-player' ? 'export default undefined' : undefined),
    },
    {
      // Without these marks, the bundler keeps components of React Router that no page uses, and with them
      // the prefetching of its framework mode.
      name: 'droppable-router-components',
      transform: (code, id) =>
        id.endsWith('/react-router/dist/production/lib/dom/lib.js')
          ? code
              .replaceAll(/^\w+\.displayName = .*;$/gm, '')
              .replaceAll(' React$1.forwardRef(', ' /* @__PURE__ */ React$1.forwardRef(')
          : undefined,
    },
  ],
  publicDir: false,
  builder: {
    async buildApp(builder) {
      await builder.build(builder.environments['client']!)
      await builder.build(builder.environments['ssr']!)
      const manifest = JSON.parse(fs.readFileSync('dist/web/.vite/manifest.json', 'utf8'))
      const styles = Object.fromEntries(
        Object.values(manifest as Assets['manifest'])
          .flatMap(({ css = [] }) => css)
          .map((file) => [file, fs.readFileSync(`dist/web/${file}`, 'utf8')]),
      )
      const letters = fs.readFileSync('web/styles/host-grotesk-basic.woff2').toString('base64')
      const font = `data:font/woff2;base64,${letters}`
      const texts = await writeTextFiles('dist/web/assets')
      fs.writeFileSync('dist/assets.json', JSON.stringify({ manifest, styles, font, texts: texts.prefix }))
      fs.rmSync('dist/web/.vite', { recursive: true })
      // The next deploy reads this list from the live site (scripts/operate/deploy/old-chunks.ts).
      const files = Object.values(manifest as Assets['manifest'])
        .flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets])
        .map((file) => file.replace('assets/', ''))
        .concat(texts.files)
      fs.writeFileSync('dist/web/assets/release.json', JSON.stringify([...new Set(files)]))
    },
  },
  environments: {
    client: {
      build: {
        outDir: 'dist/web',
        // A build does not empty its folder: `wrangler dev` stops when its assets folder is deleted, and open
        // pages may still request chunks of an older build.
        emptyOutDir: false,
        manifest: true,
        target: 'es2023',
        cssTarget: ['chrome123', 'safari17.5', 'firefox128'],
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: { main: 'web/main.tsx', 'offline-worker': 'web/offline/worker.ts' },
          output: {
            // The service worker has no hash in its name, because browsers look for a new version of it at
            // the same URL.
            entryFileNames: ({ name }) =>
              name === 'offline-worker' ? 'assets/[name].js' : 'assets/[name]-[hash].js',
            codeSplitting: {
              // By default, a shared chunk also contains everything that its modules import. With this
              // setting, it contains only the modules that `sharedChunks` lists.
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
