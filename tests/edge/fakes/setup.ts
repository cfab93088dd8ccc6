import type { TestProject } from 'vitest/node'
import { startEngines } from './engine.ts'
import { startMedia } from './media.ts'
import { startMerger } from './merger.ts'
import { startWay } from './way.ts'

/** Starts the servers the edge talks to in these tests, and an unsound way to one of them; their ports are whatever is free. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const merger = await startMerger()
  const media = await startMedia()
  const way = await startWay(merger.origin)
  const engines = await startEngines()
  project.provide('engines', engines.origin)
  project.provide('way', way.origin)
  project.provide('merger', merger.origin)
  project.provide('media', media.origin)
  return async () => {
    await engines.close()
    await way.close()
    await merger.close()
    await media.close()
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    merger: string
    media: string
    way: string
    engines: string
  }
}
