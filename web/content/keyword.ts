import type { PlatformTexts } from '#texts/parts.ts'

/**
 * Returns the introduction of a platform's page at one of its paths. Each key of `intros` is a list of
 * keywords, separated by `|`. The first key with a keyword in the path decides. A keyword matches only whole
 * words of the path, which hyphens separate: `hd` does not match `youtube-uhd`.
 */
export function introAt({ intro, intros = {} }: PlatformTexts, path: string): string {
  const words = `-${path}-`
  const rule = Object.entries(intros).find(([keys]) =>
    keys.split('|').some((key) => words.includes(`-${key}-`)),
  )
  return rule?.[1] ?? intro
}
