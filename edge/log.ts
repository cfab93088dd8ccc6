/**
 * Writes one JSON line for something that has ended. Facts may name hosts and platforms, never a full link,
 * the address of a visitor or a browser fingerprint.
 */
export function log(event: string, facts: Record<string, unknown> = {}): void {
  console.log(JSON.stringify({ at: new Date().toISOString(), event, ...facts }))
}
