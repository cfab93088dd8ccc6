import type { PlatformCopy } from './copy.ts'

type Loader = () => Promise<{ copy: Partial<PlatformCopy> }>

/** Files with a platform's own words, by its id. Loaded with its page. */
export const platformCopy: Readonly<Record<string, Loader>> = {}
