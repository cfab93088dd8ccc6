import { Agent, type Dispatcher } from 'undici'

/**
 * Returns an HTTP/1.1 client. If the reader of a response pauses exactly after the last byte, the response
 * still ends without an error (`releaseAtLastByte`). HTTP/2 is off, because ranges that are fetched in
 * parallel need separate connections.
 */
export function agentOf(options: Agent.Options = {}): Dispatcher {
  return new Agent({ ...options, allowH2: false }).compose(releaseAtLastByte)
}

/**
 * Returns a `dispatch` that completes a response as soon as its last byte has arrived, even if the reader has
 * paused. The Content-Length tells which byte is the last. Without this, undici keeps the response open when
 * its reader pauses exactly after the last byte. If the origin then closes the idle connection, undici fails
 * the whole response ("other side closed").
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
