import type { PlatformCopy } from './copy.ts'

const files = import.meta.glob<PlatformCopy>('./platforms/*.ts', { import: 'copy' })

/**
 * Functions that load the texts of a platform's page, by the platform's id. Each page's texts are a separate
 * chunk.
 */
export const platformCopy: Readonly<Record<string, () => Promise<PlatformCopy>>> = Object.fromEntries(
  Object.entries(files).map(([file, load]) => [file.slice('./platforms/'.length, -'.ts'.length), load]),
)
