import type { Page } from 'playwright'
import type { TaskState } from './fake-api.ts'

/** A page in one of its states. */
export type PageState = {
  name: string
  path: string
  task?: TaskState
  /** The file that the player receives. If it is absent, the player cannot play anything. */
  file?: 'combined-720.mp4' | 'picture.jpg'
  /** Matches the console error that this page state causes. */
  consoleError?: RegExp
  /** Brings the opened page into this state. */
  act?: (page: Page) => Promise<void>
}
