import { factsOf, type Facts } from '../content/facts.ts'
import { usePageData } from './page-data.ts'

/** Returns the facts of this page's brand, which the texts of the page insert. */
export const useFacts = (): Facts => factsOf(usePageData())
