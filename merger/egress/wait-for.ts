import type http from 'node:http'
import type net from 'node:net'

/** Destroys the socket when an error or the signal comes first. */
export function waitFor<T extends unknown[]>(
  source: net.Socket | http.ClientRequest,
  event: 'connect',
  signal: AbortSignal,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      source.destroy()
      reject(error instanceof Error ? error : new Error('the connection timed out', { cause: error }))
    }
    const onAbort = () => fail(signal.reason)
    // Stryker disable next-line ObjectLiteral,BooleanLiteral: a signal fires only once
    signal.addEventListener('abort', onAbort, { once: true })
    source.on('error', fail)
    source.once(event, (...found: unknown[]) => {
      signal.removeEventListener('abort', onAbort)
      source.off('error', fail)
      resolve(found as T)
    })
  })
}
