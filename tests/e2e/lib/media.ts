const files = new Map<string, Promise<Buffer>>()
/**
 * Fetches a file from the sealed internet (the simulated internet in tests/internet). Each file is fetched
 * only once.
 */
export function media(name: string): Promise<Buffer> {
  const known = files.get(name)
  if (known) return known
  const bytes = fetch(`https://cdn.example/${name}`).then(async (one) => Buffer.from(await one.arrayBuffer()))
  files.set(name, bytes)
  return bytes
}
