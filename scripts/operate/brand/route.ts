/**
 * Matches the list of routes in wrangler.toml. A bracket in a string or in a comment does not end the list.
 */
const ROUTES = /^routes\s*=\s*\[(?:"[^"\n]*"|'[^'\n]*'|#.*|[^\]"'#])*\]/m
const STRING_OR_COMMENT = /"[^"\n]*"|'[^'\n]*'|#.*/g

export function withRoute(toml: string, route: string) {
  const found = ROUTES.exec(toml)
  if (!found) return undefined
  const [list] = found
  const code = list.replaceAll(STRING_OR_COMMENT, (part) =>
    part.startsWith('#') ? ' '.repeat(part.length) : part,
  )
  const end = code.slice(0, -1).trimEnd().length
  const comma = /[[,]/.test(code.charAt(end - 1)) ? '' : ','
  // If the closing bracket is alone on its line, inserts the new route above this line. Otherwise, inserts
  // the new route directly before the bracket.
  const line = list.lastIndexOf('\n') + 1
  const isOwnLine = line > 0 && /^\s*\]$/.test(code.slice(line))
  const at = isOwnLine ? line : list.length - 1
  const inserted = `${isOwnLine ? '' : '\n'}  ${route},\n`
  const after = `${list.slice(0, end)}${comma}${list.slice(end, at)}${inserted}${list.slice(at)}`
  return toml.replace(list, () => after)
}
