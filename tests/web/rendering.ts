import { render } from '../../web/render.tsx'
import type { Assets } from '../../web/document/assets.ts'
import { green } from './brands.ts'

/** The assets of a made-up build. */
export const assets: Assets = {
  manifest: {
    'web/main.tsx': {
      file: 'assets/main-1.js',
      isEntry: true,
      imports: ['_shared.js'],
      css: ['assets/main-1.css'],
    },
    '_shared.js': { file: 'assets/shared-1.js' },
    'web/pages/preview.tsx': { file: 'assets/preview-1.js', imports: ['_shared.js', '_words.js'] },
    '_words.js': { file: 'assets/words-1.js', css: ['assets/words-1.css'] },
    'web/pages/platform.tsx': { file: 'assets/platform-1.js', css: ['assets/platform-1.css'] },
  },
  styles: {
    'assets/main-1.css': '.wrap{margin:0}',
    'assets/words-1.css': '.words{margin:1px}',
    'assets/platform-1.css': '.keys{margin:2px}',
  },
  font: 'data:font/woff2;base64,d09GMg==',
  texts: 'texts-1',
}

/** Renders the page at a path, for the brand `green` unless the caller names another. */
export const page = (path: string, brand = green, more: Partial<Parameters<typeof render>[0]> = {}) =>
  render({ path, brand, assets, origin: `https://${brand.domain}`, indexable: true, ...more })
