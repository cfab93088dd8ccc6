export const FOLD = 'fold'

/**
 * Browsers delay the first paint until they have parsed this element (`rel=expect` in document.ts), so that
 * the whole first screen appears at once. If a page lacks this element, the first paint waits until the whole
 * document is parsed.
 */
export const Fold = () => <span id={FOLD} hidden />
