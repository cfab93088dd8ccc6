/** The text must be short, because it is part of the ticket, which stands in a URL. */
const MARK_LENGTH = 80

/** The number of an item does not identify it: a new episode of a feed changes the numbers of all others. */
export function titleMark(title: string): string {
  return title.trim().slice(0, MARK_LENGTH).toWellFormed()
}
