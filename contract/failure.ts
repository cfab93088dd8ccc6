import { failures, type FailureRow } from './failures.ts'
import type { Wording } from './told.ts'

export type FailureCode = keyof typeof failures

export function isFailureCode(value: unknown): value is FailureCode {
  return typeof value === 'string' && Object.hasOwn(failures, value)
}

export function failureRow(code: FailureCode): FailureRow {
  return failures[code]
}

/** Whether one of our machines has caused the failure. It is not remembered, and no fault of the site. */
export const isMachineFault = (code: FailureCode): boolean =>
  ['merger', 'next_merger'].includes(failureRow(code).retry ?? '')

type FailureOptions = {
  message?: string | undefined
  /** Where other languages have the message. Without it they have the words of the code. */
  wording?: Wording | undefined
  /** For the log only; visitors never see it. */
  cause?: unknown
  /** Key of the format whose link has expired; only for `stale`. */
  formatKey?: string | undefined
  /** Retry-After in seconds */
  waitSeconds?: number | undefined
}

export class Failure extends Error {
  readonly code: FailureCode
  readonly formatKey: string | undefined
  readonly waitSeconds: number | undefined
  readonly wording: Wording | undefined

  constructor(
    code: FailureCode,
    { message, wording, formatKey, waitSeconds, ...options }: FailureOptions = {},
  ) {
    super(message ?? failures[code].text, options)
    this.name = 'Failure'
    this.code = code
    this.formatKey = formatKey
    this.waitSeconds = waitSeconds
    this.wording = wording
  }

  static from(error: unknown, code: FailureCode = 'internal'): Failure {
    return error instanceof Failure ? error : new Failure(code, { cause: error })
  }

  get status(): number {
    return failures[this.code].status
  }

  toJSON(): { error: string; code: FailureCode } {
    return { error: this.message, code: this.code }
  }
}
