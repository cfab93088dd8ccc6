import react from '@vitejs/plugin-react'
import fs from 'node:fs'
import { defineConfig } from 'vite'

/** One build makes both halves of `web`: the client, and the renderer that the Worker imports. */
export default defineConfig({
  plugins: [react()],
  publicDir: false,
  builder: {
    async buildApp(builder) {
      await builder.build(builder.environments['client']!)
      await builder.build(builder.environments['ssr']!)
      // The manifest must not be served, so it leaves the public folder; the CSS goes along, to be inlined.
      const manifest = JSON.parse(fs.readFileSync('dist/web/.vite/manifest.json', 'utf8'))
      const styles = fs.readFileSync(`dist/web/${manifest['style.css'].file}`, 'utf8')
      fs.writeFileSync('dist/assets.json', JSON.stringify({ manifest, styles }))
      fs.rmSync('dist/web/.vite', { recursive: true })
    },
  },
  environments: {
    client: {
      build: {
        outDir: 'dist/web',
        // A running `wrangler dev` ends when its assets folder goes, and an old page may still ask for an old chunk.
        emptyOutDir: false,
        manifest: true,
        cssCodeSplit: false,
        target: 'es2023',
        cssTarget: ['chrome123', 'safari17.5', 'firefox128'],
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: { main: 'web/main.tsx', 'offline-worker': 'web/offline/worker.ts' },
          // What every page loads anyway, in one file: small shared chunks would each cost a request and compress worse.
          output: {
            // A service worker keeps its name, by which browsers look for a newer one.
            entryFileNames: ({ name }) =>
              name === 'offline-worker' ? 'assets/[name].js' : 'assets/[name]-[hash].js',
            codeSplitting: {
              groups: [{ name: 'base', test: /node_modules\/(react|react-dom|react-router|scheduler)\// }],
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
