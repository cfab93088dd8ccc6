/**
 * Length of the part of a title that `titleMark` returns, in UTF-16 code units. The part must be short,
 * because the URL that starts a merge contains it (in the ticket, the sealed description of the file).
 */
const MARK_LENGTH = 80

/**
 * Returns the beginning of a title, by which an item of a list is recognised. The number of an item alone
 * does not identify the item: if a feed gets a new episode, the numbers of all other episodes change.
 */
export function titleMark(title: string): string {
  return title.trim().slice(0, MARK_LENGTH).toWellFormed()
}
