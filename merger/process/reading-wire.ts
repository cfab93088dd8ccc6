import { causeText } from '#contract/cause-text.ts'
import { Failure, type FailureCode } from '#contract/failure.ts'

export type Order = { name: string; args: unknown[] }
export type Reading = { value: unknown } | { code: FailureCode; message: string; cause: string }

type Reader = (...args: never[]) => unknown

/** What a thread does with an order. Bytes arrive as a plain array, whatever they were. */
export function answer(readers: Record<string, Reader>, order: unknown): Reading {
  const { name, args } = order as Order
  try {
    return { value: readers[name]!(...(args.map(buffered) as never[])) }
  } catch (error) {
    const { code, message, cause } = Failure.from(error)
    return { code, message, cause: causeText(cause) }
  }
}

const buffered = (one: unknown) =>
  one instanceof Uint8Array ? Buffer.from(one.buffer, one.byteOffset, one.byteLength) : one

export function valueOf(found: Reading): unknown {
  if ('value' in found) return found.value
  throw new Failure(found.code, { message: found.message, cause: found.cause })
}
