import { Failure } from './failure.ts'

const MAX_DEPTH = 4
const MAX_LENGTH = 1_000

/** Every link is shortened to its host, because paths, queries and credentials must not be logged. */
export function causeText(cause: unknown): string {
  const messages: string[] = []
  for (let rest = cause; rest !== undefined && messages.length < MAX_DEPTH;) {
    messages.push(messageOf(rest))
    rest = rest instanceof Error ? rest.cause : undefined
  }
  return messages
    .join(' | ')
    .replace(/(https?:\/\/)(?:[^/\s"?#]*@)?([^/\s"?#]+)[^\s"]*/gi, '$1$2/…')
    .slice(0, MAX_LENGTH)
}

function messageOf(cause: unknown): string {
  if (cause instanceof Failure) return cause.code
  if (cause instanceof Error)
    return cause.name === 'Error' ? cause.message : `${cause.name}: ${cause.message}`
  return typeof cause === 'string' ? cause : 'unknown'
}
