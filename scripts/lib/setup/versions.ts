type Outdated = Record<string, { current?: string; latest: string }>

const majorOf = (version: string) => version.split('.')[0]

/** A new major version is named, and left to a person. */
export function newerOf(outdated: Outdated) {
  // A package that publishes another line as its latest can be newer here.
  const entries = Object.entries(outdated).filter(
    ([, { current, latest }]) =>
      current && current !== latest && Number(majorOf(latest)) >= Number(majorOf(current)),
  )
  const isMajor = ([, { current = '', latest }]: (typeof entries)[number]) =>
    majorOf(current) !== majorOf(latest)
  return {
    newer: entries.filter((entry) => !isMajor(entry)).map(([name, { latest }]) => ({ name, latest })),
    majors: entries.filter(isMajor).map(([name, { latest }]) => `${name} ${latest}`),
  }
}

export function withVersion(manifest: string, name: string, version: string): string {
  const pin = new RegExp(`("${name.replaceAll(/[/.]/g, String.raw`\$&`)}": ")[^"]+(")`)
  if (!pin.test(manifest)) throw new Error(`package.json does not pin ${name}.`)
  return manifest.replace(pin, `$1${version}$2`)
}

export function newestOf(versions: string[]): string | undefined {
  const parts = (version: string) => version.split('.').map(Number)
  const sorted = versions
    .filter((version) => /^\d+\.\d+\.\d+$/.test(version))
    .toSorted((a, b) => {
      const [x, y] = [parts(a), parts(b)]
      return x.map((part, at) => part - (y[at] ?? 0)).find((difference) => difference !== 0) ?? 0
    })
  return sorted.at(-1)
}
