/**
 * The intro of a page by the words of the path the visitor came by. Keys are keywords, separated by `|`; the first that
 * stands between hyphens in the path wins, and a path with none of them has the general intro.
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
