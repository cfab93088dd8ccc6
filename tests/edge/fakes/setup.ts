import type { TestProject } from 'vitest/node'
import { startMedia } from './media.ts'
import { startMerger } from './merger.ts'

/** Starts the two servers the edge talks to in these tests; their ports are whatever is free. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const merger = await startMerger()
  const media = await startMedia()
  project.provide('merger', merger.origin)
  project.provide('media', media.origin)
  return async () => {
    await merger.close()
    await media.close()
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    merger: string
    media: string
  }
}
