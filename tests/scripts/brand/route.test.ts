import { expect, test } from 'vitest'
import { withRoute } from '../../../scripts/operate/brand/route.ts'

const NEW = '{ pattern = "new.tld", custom_domain = true }'

test.for([
  [
    'commented-out routes and comments with brackets',
    'routes = [\n  { pattern = "a.tld" },\n  # { pattern = "old.tld" }, [closed]\n',
    ']\n',
  ],
  [
    'routes that are plain strings',
    'routes = [\n  "a.tld/*", # all [of it]\n  \'b#].tld\',\n  { pattern = "c.tld", zone_name = "c.tld" },\n',
    ']\n\n[vars]\nA = "]"\n',
  ],
  ['an indented closing bracket', 'routes = [\n  "a.tld", "b.tld",\n', '  ]\n'],
])('adds the route as the last line of %s', ([, before, rest]) => {
  expect(withRoute(`name = "x"\n${before}${rest}`, NEW)).toBe(`name = "x"\n${before}  ${NEW},\n${rest}`)
})

test.for([
  ['routes = []', `routes = [\n  ${NEW},\n]`],
  ['routes = ["a.tld"]', `routes = ["a.tld",\n  ${NEW},\n]`],
  ['routes = [\n  "a.tld" # the first\n]', `routes = [\n  "a.tld", # the first\n  ${NEW},\n]`],
  ['routes = [\n  "a.tld",\n  "b.tld"]', `routes = [\n  "a.tld",\n  "b.tld",\n  ${NEW},\n]`],
])('withRoute adds the new route and the missing comma to %j', ([before, after]) => {
  expect(withRoute(before!, NEW)).toBe(after)
})

test('returns undefined without a list of routes', () => {
  expect(withRoute('name = "x"\n# routes = ["a.tld"]\n', NEW)).toBeUndefined()
})
