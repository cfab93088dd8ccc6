import { expect, test } from 'vitest'
import { canonicalLink, platformById } from '#contract/platforms/index.ts'

/**
 * Tests that the page of a platform accepts links. A key of `table` is the pasted link, and its value is the
 * canonical link.
 */
export function testAccepted(id: string, table: Readonly<Record<string, string>>) {
  test.each(Object.entries(table))(`the page of ${id} accepts %s as %s`, (pasted, canonical) => {
    const accepted = platformById(id)!.accept(pasted)
    expect(accepted).toMatchObject({ ok: true })
    if (accepted.ok) expect(canonicalLink(accepted.url).url).toBe(canonical)
  })
}

/**
 * Tests that the page of a platform refuses links. Each key of `table` is a message, and its value lists the
 * links for which the page shows this message.
 */
export function testRefused(id: string, table: Readonly<Record<string, readonly string[]>>) {
  const rows = Object.entries(table).flatMap(([message, links]) => links.map((link) => [link, message]))
  test.each(rows)(`the page of ${id} refuses %s with "%s"`, (link, message) => {
    expect(platformById(id)!.accept(link)).toMatchObject({ ok: false, message })
  })
}

/**
 * Returns the message for a link that leads to several items.
 * @param what the noun with its article, for example "a profile"
 * @param item the noun for one item
 */
export const severalItems = (what: string, item = 'video') =>
  `This link leads to ${what}. Please paste the link of one ${item}.`

/** Returns the message of a platform's page for a link that does not lead to any item. */
export function invalidLink(id: string): string {
  const answer = platformById(id)!.accept('https://example.com/a.mp4')
  return answer.ok ? '' : answer.message
}
