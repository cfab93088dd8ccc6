import type { Page } from '../page.ts'

/** Content pages (help, guide, blog, legal): each with its paths, its head and its lazily loaded component. */
export const contentPages: readonly Page[] = []
