/** One entry of Vite's manifest. */
export type Chunk = {
  file: string
  /** The built CSS files of the modules in this chunk. */
  css?: readonly string[]
  imports?: readonly string[]
  dynamicImports?: readonly string[]
  assets?: readonly string[]
  isEntry?: boolean
}

/** The build's output for the renderer (dist/assets.json). */
export type Assets = {
  /** Vite's manifest, by source path. */
  manifest: Readonly<Record<string, Chunk>>
  /** The CSS text of each built file, by file name. */
  styles: Readonly<Record<string, string>>
  /** The font subset for the letters of the site's own texts: a data URL of woff2. */
  font: string
}
