/** What is behind a failure, for the log: its words, of links no more than their host. */
export function causeText(cause: unknown): string {
  const text =
    cause instanceof Error
      ? `${cause.name}: ${cause.message}`
      : typeof cause === 'string'
        ? cause
        : JSON.stringify(cause)
  return text.replace(/(https?:\/\/[^/\s"]+)[^\s"]*/g, '$1/…').slice(0, 300)
}
