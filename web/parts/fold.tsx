/** The id of the element at the end of the first screen of a page. */
export const FOLD = 'fold'

/**
 * Marks the end of the first screen on phones. Browsers block the first paint until they have parsed this
 * element (`rel=expect` in document.ts), so that the screen appears at once and not in pieces. On a page
 * without this element the first paint waits until the whole document is parsed.
 */
export const Fold = () => <span id={FOLD} hidden />
