import { UNKNOWN_PATH } from './measurement.ts'

/**
 * Returns whether a page must not show ads. Ads read the URL of the page, and the URL of the preview contains
 * the visitor's link.
 */
export const isAdFree = (path: string): boolean => path === '/preview' || path === UNKNOWN_PATH
