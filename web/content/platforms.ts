import type { PlatformCopy } from './copy.ts'

const files = import.meta.glob<PlatformCopy>('./platforms/*.ts', { import: 'copy' })

export const platformCopy: Readonly<Record<string, () => Promise<PlatformCopy>>> = Object.fromEntries(
  Object.entries(files).map(([file, load]) => [file.slice('./platforms/'.length, -'.ts'.length), load]),
)
