/** The element where the first screen of a page ends. */
export const FOLD = 'fold'

/**
 * Stands where the first screen of a page ends on phones. Browsers paint first when they have read up to here (document.ts):
 * one paint of the whole screen, where pieces would each be laid out and come one after another. A page without it is painted
 * first when it was read to its end.
 */
export const Fold = () => <span id={FOLD} hidden />
