/**
 * Returns a function that selects the introduction of a page by the words in its path. Each key of `intros`
 * lists keywords, separated by `|`. If several keys have a keyword that is in the path, the first of these
 * keys wins. A path without any keyword gets the general introduction.
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
