import { Agent, buildConnector, type Dispatcher } from 'undici'
import { againMended, mending } from './mended-head.ts'

/** HTTP/2 is off, because ranges that are fetched in parallel need separate connections. */
export function agentOf(options: Agent.Options = {}): Dispatcher {
  const { connect } = options
  const connector = typeof connect === 'function' ? connect : buildConnector({ ...connect })
  const own = { ...options, allowH2: false }
  // Without pipelining, each connection has one request.
  const mended = new Agent({ ...own, pipelining: 0, connect: mending(connector) })
  return new Agent(own).compose(releaseAtLastByte, againMended(mended))
}

/**
 * undici keeps a response open when its reader pauses exactly after the last byte. If the origin then closes
 * the idle connection, undici fails a response that is complete.
 */
function releaseAtLastByte(dispatch: Dispatcher.Dispatch): Dispatcher.Dispatch {
  return (options, handler) => {
    let rest = Infinity
    return dispatch(options, {
      onRequestStart: (...args) => handler.onRequestStart?.(...args),
      onRequestUpgrade: (...args) => handler.onRequestUpgrade?.(...args),
      onResponseStart(controller, status, headers, text) {
        rest = Number(headers['content-length'] ?? Infinity)
        handler.onResponseStart?.(controller, status, headers, text)
      },
      onResponseData(controller, chunk) {
        handler.onResponseData?.(controller, chunk)
        rest -= chunk.length
        if (rest <= 0) controller.resume()
      },
      onResponseEnd: (...args) => handler.onResponseEnd?.(...args),
      onResponseError: (...args) => handler.onResponseError?.(...args),
    })
  }
}
