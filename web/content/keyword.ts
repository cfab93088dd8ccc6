/**
 * Returns a function that returns the introduction of a page for the page's path. Each key of `intros` is a
 * list of keywords, separated by `|`. The first key that has a keyword in the path decides. In the path, a
 * keyword must stand between hyphens or at an end of the path: `hd` is not in `youtube-uhd`. If no key has a
 * keyword in the path, the introduction is `general`.
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
