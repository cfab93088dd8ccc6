/** One entry of Vite's manifest. */
type Chunk = {
  file: string
  css?: readonly string[]
  imports?: readonly string[]
  dynamicImports?: readonly string[]
  assets?: readonly string[]
  isEntry?: boolean
}

/** What the build leaves for the renderer (dist/assets.json): Vite's manifest by source path, and the whole CSS. */
export type Assets = { manifest: Readonly<Record<string, Chunk>>; styles: string }
