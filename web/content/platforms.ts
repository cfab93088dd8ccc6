import type { PlatformCopy } from './copy.ts'

const files = import.meta.glob<PlatformCopy>('./platforms/*.ts', { import: 'copy' })

/** Loaders for the texts of a platform's page, by the id of the platform. Each text is a separate chunk. */
export const platformCopy: Readonly<Record<string, () => Promise<PlatformCopy>>> = Object.fromEntries(
  Object.entries(files).map(([file, load]) => [file.slice('./platforms/'.length, -'.ts'.length), load]),
)
