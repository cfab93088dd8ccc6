/** One entry of Vite's manifest. */
export type Chunk = {
  file: string
  /** Built files of the styles that its modules import. */
  css?: readonly string[]
  imports?: readonly string[]
  dynamicImports?: readonly string[]
  assets?: readonly string[]
  isEntry?: boolean
}

/** What the build leaves for the renderer (dist/assets.json). */
export type Assets = {
  /** Vite's, by source path. */
  manifest: Readonly<Record<string, Chunk>>
  /** CSS by built file. */
  styles: Readonly<Record<string, string>>
  /** The letters of our own copy, woff2 as a data URL. */
  font: string
}
