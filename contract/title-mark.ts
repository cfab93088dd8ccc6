/**
 * Maximum length of the text that `titleMark` returns, in UTF-16 code units. The text must be short, because
 * it is part of the ticket (the sealed description of a file), and the URL that starts a merge contains the
 * ticket.
 */
const MARK_LENGTH = 80

/**
 * Returns the beginning of a title, by which an item of a list is recognised. The number of an item alone
 * does not identify the item: if a feed gets a new episode, the numbers of all other episodes change.
 */
export function titleMark(title: string): string {
  return title.trim().slice(0, MARK_LENGTH).toWellFormed()
}
