/** One JSON line a thing that ended. Hosts and platforms may be named, full links and addresses of visitors never. */
export function log(event: string, facts: Record<string, unknown> = {}): void {
  process.stdout.write(`${JSON.stringify({ at: new Date().toISOString(), event, ...facts })}\n`)
}
