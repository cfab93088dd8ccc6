// Parses the pins of a yt-dlp release and formats the text of the requirements file for `npm run
// update-yt-dlp`. This module accesses no files and no network.

/** Names of yt-dlp's optional dependency groups (extras) that the merger needs. */
const EXTRAS = ['pin', 'pin-curl-cffi']

const HEADER = (/** @type {string} */ version) => `\
# yt-dlp with the solver of YouTube's challenges (yt-dlp-ejs) and browser impersonation (curl-cffi).
# The image and the set-up script install exactly these files, with --no-deps --only-binary :all:
# --require-hashes. The versions are those that yt-dlp ${version} pins itself (its extras "pin" and
# "pin-curl-cffi"). Versions that differ from its pins were kept with --keep.
# \`npm run update-yt-dlp\` writes this file.
`

/**
 * Returns the packages that a yt-dlp release pins for CPython, and yt-dlp itself.
 * @param {string} metadata content of the file METADATA in the wheel
 * @returns {Map<string, string>} version by package
 */
export function pinsOf(metadata) {
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

/**
 * Returns a copy of `pins` in which the packages in `keep` have their versions from the current requirements
 * file. Throws an Error if a package in `keep` is missing in `pins` or in this file.
 * @param {Map<string, string>} pins version by package
 * @param {string[]} keep names of packages
 * @param {string} current text of the current requirements file
 * @returns {Map<string, string>}
 */
export function withKept(pins, keep, current) {
  const kept = new Map(pins)
  for (const name of keep) {
    const line = current.split('\n').find((each) => each.startsWith(`${name}==`))
    const version = line?.split(/==|\s/)[1]
    if (!version || !pins.has(name)) throw new Error(`${name} is not in both lists, so it cannot be kept.`)
    kept.set(name, version)
  }
  return kept
}

/**
 * Returns package and version from a wheel's file name (PEP 427), with the package name normalised (PEP 503).
 * @param {string} file
 * @returns {{ name: string, version: string }}
 */
export function wheelOf(file) {
  const [name, version] = file.split('-')
  if (!name || !version || !file.endsWith('.whl')) throw new Error(`${file} is not a wheel.`)
  return { name: name.toLowerCase().replaceAll(/[-_.]+/g, '-'), version }
}

/**
 * Returns the text of the requirements file.
 * @param {Map<string, string>} pins version by package
 * @param {Map<string, Set<string>>} hashes SHA-256 hashes of the wheels, by package
 * @returns {string}
 */
export function requirementsText(pins, hashes) {
  const lines = [...pins]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, version]) => {
      const known = [...(hashes.get(name) ?? [])].toSorted()
      if (known.length === 0) throw new Error(`No wheel of ${name} ${version} was found.`)
      return `${name}==${version} ${known.map((hash) => `\\\n    --hash=sha256:${hash}`).join(' ')}\n`
    })
  return HEADER(pins.get('yt-dlp') ?? '') + lines.join('')
}

/**
 * Returns the change log with a line for the new yt-dlp version. This line replaces the line for an older
 * version.
 * @param {string} text text of CHANGELOG.md
 * @param {string} version
 * @returns {string}
 */
export function withChangelogLine(text, version) {
  const line = `- Links are read with yt-dlp ${version}.`
  const old = /^- Links are read with yt-dlp \S+\.$/m
  if (old.test(text)) return text.replace(old, line)
  if (!text.includes('\n### Links\n\n')) throw new Error('CHANGELOG.md has no section "Links".')
  return text.replace('\n### Links\n\n', `\n### Links\n\n${line}\n`)
}
