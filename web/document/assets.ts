/** One entry of Vite's manifest. */
export type Chunk = {
  file: string
  /** Built CSS files of its modules. */
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
  /** CSS text by built file. */
  styles: Readonly<Record<string, string>>
  /** The font subset for our own copy: a data URL of woff2. */
  font: string
}
