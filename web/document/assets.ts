/** One entry of Vite's manifest. */
export type Chunk = {
  file: string
  /** Names of the built CSS files for the modules in this chunk. */
  css?: readonly string[]
  imports?: readonly string[]
  dynamicImports?: readonly string[]
  assets?: readonly string[]
  isEntry?: boolean
}

/** The contents of dist/assets.json. The build writes this file, and the renderer reads it. */
export type Assets = {
  /** Vite's manifest; the key is the path of the source file. */
  manifest: Readonly<Record<string, Chunk>>
  /** The CSS text of each built style sheet; the key is the file name. */
  styles: Readonly<Record<string, string>>
  /** A font subset with the letters of the site's own texts, as a data: URL of a woff2 file. */
  font: string
}
