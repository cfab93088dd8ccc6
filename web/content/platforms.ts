import type { PlatformCopy } from './copy.ts'

const files = import.meta.glob<PlatformCopy>('./platforms/*.ts', { import: 'copy' })

/** Loads the copy of a platform's page, by the platform's id. Each copy is a chunk of its own. */
export const platformCopy: Readonly<Record<string, () => Promise<PlatformCopy>>> = Object.fromEntries(
  Object.entries(files).map(([file, load]) => [file.slice('./platforms/'.length, -'.ts'.length), load]),
)
