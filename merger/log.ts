/** Writes one JSON line. Callers may log hosts and platforms, but never full links or addresses of visitors. */
export function log(event: string, facts: Record<string, unknown> = {}): void {
  process.stdout.write(`${JSON.stringify({ at: new Date().toISOString(), event, ...facts })}\n`)
}

/** The messages of an error's causes for the log, up to four, with links masked. */
export function causeText(error: Error): string {
  const messages: string[] = []
  let cause: unknown = error.cause
  for (let depth = 0; cause !== undefined && depth < 4; depth += 1) {
    messages.push(cause instanceof Error ? cause.message : typeof cause === 'string' ? cause : 'unknown')
    cause = cause instanceof Error ? cause.cause : undefined
  }
  return messages
    .join(' | ')
    .replace(/https?:\/\/\S+/g, '<link>')
    .slice(0, 1_000)
}
