import { Agent, type Dispatcher } from 'undici'

/**
 * An HTTP/1.1 client whose answers come whole to slow readers too. HTTP/2 stays off: parallel ranges are there to have
 * connections of their own.
 */
export function agentOf(options: Agent.Options = {}): Dispatcher {
  return new Agent({ ...options, allowH2: false }).compose(takesLastBytes)
}

/**
 * Never holds a connection back after the last byte of an answer. Undici would: a reader that pauses just there leaves
 * the answer open, and when the origin then ends its idle connection, all of it counts as broken ("other side closed").
 */
function takesLastBytes(dispatch: Dispatcher.Dispatch): Dispatcher.Dispatch {
  return (options, handler) => {
    let rest = Infinity
    return dispatch(options, {
      onRequestStart: (...given) => handler.onRequestStart?.(...given),
      onRequestUpgrade: (...given) => handler.onRequestUpgrade?.(...given),
      onResponseStart(controller, status, headers, text) {
        rest = Number(headers['content-length'] ?? Infinity)
        handler.onResponseStart?.(controller, status, headers, text)
      },
      onResponseData(controller, chunk) {
        handler.onResponseData?.(controller, chunk)
        rest -= chunk.length
        if (rest <= 0) controller.resume()
      },
      onResponseEnd: (...given) => handler.onResponseEnd?.(...given),
      onResponseError: (...given) => handler.onResponseError?.(...given),
    })
  }
}
