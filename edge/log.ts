/** The facts must not contain a full link, a visitor's IP address or a browser fingerprint. */
export function log(event: string, facts: Record<string, unknown> = {}): void {
  console.log(JSON.stringify({ at: new Date().toISOString(), event, ...facts }))
}
