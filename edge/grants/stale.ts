import { Failure } from '#contract/failure.ts'

/** A grant or ticket that is ours but over. Says which format it was for, so that the page can find it afresh. */
export class Stale extends Failure {
  readonly formatKey: string | undefined
  constructor(formatKey?: string, options?: { cause?: unknown }) {
    super('stale', undefined, options)
    this.formatKey = formatKey
  }
}
