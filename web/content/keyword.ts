/**
 * Returns a function that selects the introduction of a page by the page's path. Each key of `intros` is a
 * list of keywords, separated by `|`. The function returns the introduction of the first key that has a
 * keyword in the path. If the path contains no keyword, the function returns `general`.
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
