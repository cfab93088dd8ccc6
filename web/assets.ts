/** One entry of Vite's manifest. */
type Chunk = {
  file: string
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
  /** The whole CSS. */
  styles: string
  /** The letters of our own copy, woff2 as a data URL. */
  font: string
}
