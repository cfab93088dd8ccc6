/**
 * Matches the list of routes in wrangler.toml. A bracket in a string or in a comment does not end the list.
 */
const ROUTES = /^routes\s*=\s*\[(?:"[^"\n]*"|'[^'\n]*'|#.*|[^\]"'#])*\]/m
const STRING_OR_COMMENT = /"[^"\n]*"|'[^'\n]*'|#.*/g

/**
 * Adds a line to the end of the list of routes in wrangler.toml, and returns the new text. Returns undefined
 * if the text has no list of routes. If the last route in the list has no comma after it, adds the comma. The
 * rest of the text stays unchanged.
 * @param {string} toml
 * @param {string} route
 */
export function withRoute(toml, route) {
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
