import * as z from 'zod/mini'
import { failures } from '../../../contract/failures.ts'
import { platforms } from '../../../contract/platforms/index.ts'

const OTHER_SITES = 'web'
const name = z.string().check(z.minLength(1), z.maxLength(80))

const itemSchema = z.strictObject({
  /** Id of a platform, or `web` for any other site. */
  platform: z
    .string()
    .check(
      z.refine((id) => id === OTHER_SITES || platforms.some((each) => each.id === id), 'is not a platform'),
    ),
  /** Two items of each shape: if one fails, it is probably gone; if both fail, the extractor is broken. */
  shape: name,
  /** Of the operator, or in the public domain. Empty: not filled in yet. */
  link: z.string(),
  expected: z._default(
    z
      .string()
      .check(z.refine((code) => code === 'ok' || Object.hasOwn(failures, code), 'is not a failure code')),
    'ok',
  ),
  has: z._default(z.array(z.enum(['picture', 'sound'])), ['picture', 'sound']),
  lines: z.optional(z.number()),
  notice: z.optional(name),
  /** Number of the item to extract, counted from 1, if the link leads to a post or list of several items. */
  item: z.optional(z.number()),
  merge: z._default(z.boolean(), false),
})
const fileSchema = z.strictObject({ items: z.array(itemSchema).check(z.minLength(1)) })

export type Item = z.infer<typeof itemSchema>

export function itemsOf(text: string): Item[] {
  const parsed = fileSchema.safeParse(JSON.parse(text))
  if (parsed.success) return parsed.data.items
  throw new Error(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'))
}
