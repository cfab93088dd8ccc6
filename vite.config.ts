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
      // The manifest must not be served, so it leaves the public folder.
      fs.copyFileSync('dist/web/.vite/manifest.json', 'dist/assets.json')
      fs.rmSync('dist/web/.vite', { recursive: true })
    },
  },
  environments: {
    client: {
      build: {
        outDir: 'dist/web',
        manifest: true,
        cssCodeSplit: false,
        target: 'es2023',
        modulePreload: { polyfill: false },
        rolldownOptions: { input: 'web/main.tsx' },
      },
    },
    ssr: {
      build: { outDir: 'dist/render', ssr: true, minify: true, rolldownOptions: { input: 'web/render.tsx' } },
      resolve: {
        noExternal: true,
        conditions: ['workerd', 'worker', 'browser', 'module', 'import', 'production'],
      },
      define: { 'process.env.NODE_ENV': '"production"' },
    },
  },
})
