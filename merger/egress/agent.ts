import { Agent, type Dispatcher } from 'undici'

/**
 * Returns an HTTP/1.1 client whose responses reach slow readers whole. HTTP/2 stays off, because parallel
 * ranges are meant to use separate connections.
 */
export function agentOf(options: Agent.Options = {}): Dispatcher {
  return new Agent({ ...options, allowH2: false }).compose(releaseAtLastByte)
}

/**
 * Resumes the connection after the last byte of a response. Without this, undici keeps a response open when
 * its reader pauses exactly there. If the origin then closes the idle connection, undici fails the whole
 * response ("other side closed").
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
