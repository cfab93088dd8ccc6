import type { TestProject } from 'vitest/node'
import { startEngineServer } from './engine.ts'
import { startMedia } from './media.ts'
import { startMerger } from './merger.ts'
import { startFaultyNetwork } from './faulty-network.ts'

/**
 * Starts the fake servers for the tests of the edge on free ports. One of them is a proxy that simulates a
 * faulty network in front of the fake merger.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const merger = await startMerger()
  const media = await startMedia()
  const network = await startFaultyNetwork(merger.origin)
  const engines = await startEngineServer()
  project.provide('engines', engines.origin)
  project.provide('engine', engines.engine)
  project.provide('network', network.origin)
  project.provide('merger', merger.origin)
  project.provide('media', media.origin)
  return async () => {
    await engines.close()
    await network.close()
    await merger.close()
    await media.close()
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    merger: string
    media: string
    network: string
    engines: string
    engine: string
  }
}
