/** Callers may log hosts and platforms, but never full links or addresses of visitors. */
export function log(event: string, facts: Record<string, unknown> = {}): void {
  process.stdout.write(`${JSON.stringify({ at: new Date().toISOString(), event, ...facts })}\n`)
}
