export function mailTo(address: string, subject?: string, body?: string): string {
  const fields = Object.entries({ subject, body }).flatMap(([name, text]) =>
    text === undefined ? [] : [`${name}=${encodeURIComponent(text)}`],
  )
  return [`mailto:${address}`, fields.join('&')].filter(Boolean).join('?')
}
