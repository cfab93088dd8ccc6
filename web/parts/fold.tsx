/** The id of the element that marks the end of a page's first screen. */
export const FOLD = 'fold'

/**
 * Marks the end of the first screen on phones. Browsers delay the first paint until they have parsed this
 * element (`rel=expect` in document.ts), so that the whole first screen appears at once. If a page lacks this
 * element, the first paint waits until the whole document is parsed.
 */
export const Fold = () => <span id={FOLD} hidden />
