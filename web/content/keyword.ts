/**
 * Each key of `intros` is a list of keywords, separated by `|`. The function returns the introduction of the
 * first key that has a keyword in the path. If no key has one, the function returns `general`. A keyword
 * matches only whole words of the path, which hyphens separate: `hd` does not match `youtube-uhd`.
 */
export function introBy(
  general: string,
  intros: Readonly<Record<string, string>> = {},
): (path: string) => string {
  const rules = Object.entries(intros).map(([keys, intro]) => ({ keys: keys.split('|'), intro }))
  return (path) => {
    const words = `-${path}-`
    const rule = rules.find(({ keys }) => keys.some((key) => words.includes(`-${key}-`)))
    return rule?.intro ?? general
  }
}
