const EXTRAS = ['pin', 'pin-curl-cffi']

const HEADER = (version: string) => `\
# yt-dlp with the solver of YouTube's challenges (yt-dlp-ejs) and browser impersonation (curl-cffi).
# The image and the set-up script install exactly these files, with --no-deps --only-binary :all:
# --require-hashes. The versions are those that yt-dlp ${version} pins itself (its extras "pin" and
# "pin-curl-cffi"). Versions that differ from its pins were kept with --keep.
# \`npm run update-yt-dlp\` writes this file.
`

export function pinsOf(metadata: string): Map<string, string> {
  const version = /^Version: (\S+)$/m.exec(metadata)?.[1]
  if (!version) throw new Error('The metadata of yt-dlp has no version.')
  const pins = new Map([['yt-dlp', version]])
  for (const [, name = '', pinned = '', marker = ''] of metadata.matchAll(
    /^Requires-Dist: ([\w.-]+)==([^;\s]+); (.*)$/gm,
  )) {
    const extra = /extra == '([^']+)'/.exec(marker)?.[1]
    if (!EXTRAS.includes(extra ?? '') || /implementation_name != 'cpython'/.test(marker)) continue
    const known = pins.get(name)
    if (known && known !== pinned) throw new Error(`yt-dlp pins ${name} to ${known} and to ${pinned}.`)
    pins.set(name, pinned)
  }
  for (const name of ['yt-dlp-ejs', 'curl-cffi'])
    if (!pins.has(name)) throw new Error(`yt-dlp ${version} no longer pins ${name}.`)
  return pins
}

export function withKept(pins: Map<string, string>, keep: string[], current: string): Map<string, string> {
  const kept = new Map(pins)
  for (const name of keep) {
    const line = current.split('\n').find((each) => each.startsWith(`${name}==`))
    const version = line?.split(/==|\s/)[1]
    if (!version || !pins.has(name)) throw new Error(`${name} is not in both lists, so it cannot be kept.`)
    kept.set(name, version)
  }
  return kept
}

export function isPinned(pins: Map<string, string>, current: string): boolean {
  const known = [...current.matchAll(/^([\w.-]+)==(\S+)/gm)]
  return known.length === pins.size && known.every(([, name = '', version]) => pins.get(name) === version)
}

export function wheelOf(file: string): { name: string; version: string } {
  const [name, version] = file.split('-')
  if (!name || !version || !file.endsWith('.whl')) throw new Error(`${file} is not a wheel.`)
  return { name: name.toLowerCase().replaceAll(/[-_.]+/g, '-'), version }
}

export function requirementsText(pins: Map<string, string>, hashes: Map<string, Set<string>>): string {
  const lines = [...pins]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, version]) => {
      const known = [...(hashes.get(name) ?? [])].toSorted()
      if (known.length === 0) throw new Error(`No wheel of ${name} ${version} was found.`)
      return `${name}==${version} ${known.map((hash) => `\\\n    --hash=sha256:${hash}`).join(' ')}\n`
    })
  return HEADER(pins.get('yt-dlp') ?? '') + lines.join('')
}

export function withChangelogLine(text: string, version: string): string {
  const line = `- Links are read with yt-dlp ${version}.`
  const old = /^- Links are read with yt-dlp \S+\.$/m
  if (old.test(text)) return text.replace(old, line)
  if (!text.includes('\n### Links\n\n')) throw new Error('CHANGELOG.md has no section "Links".')
  return text.replace('\n### Links\n\n', `\n### Links\n\n${line}\n`)
}
