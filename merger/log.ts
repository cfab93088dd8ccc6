/** One JSON line a thing that ended. Hosts and platforms may be named, full links and addresses of visitors never. */
export function log(event: string, facts: Record<string, unknown> = {}): void {
  process.stdout.write(`${JSON.stringify({ at: new Date().toISOString(), event, ...facts })}\n`)
}

/** What is behind a failure, for the log: the words of its causes, without links in them. */
export function causeText(error: Error): string {
  const words: string[] = []
  let cause: unknown = error.cause
  for (let depth = 0; cause !== undefined && depth < 4; depth += 1) {
    words.push(cause instanceof Error ? cause.message : typeof cause === 'string' ? cause : 'unknown')
    cause = cause instanceof Error ? cause.cause : undefined
  }
  return words
    .join(' | ')
    .replace(/https?:\/\/\S+/g, '<link>')
    .slice(0, 1_000)
}
