export type Chunk = {
  file: string
  css?: readonly string[]
  imports?: readonly string[]
  dynamicImports?: readonly string[]
  assets?: readonly string[]
  isEntry?: boolean
}

export type Assets = {
  manifest: Readonly<Record<string, Chunk>>
  styles: Readonly<Record<string, string>>
  font: string
  /** The first part of the names of the files with all texts. */
  texts: string
}
