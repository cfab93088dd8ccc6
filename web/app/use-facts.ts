import { factsOf, type Facts } from '../content/facts.ts'
import { usePageData } from './page-data.ts'

/** Returns the values that differ between brands and appear in the texts of this page. */
export const useFacts = (): Facts => factsOf(usePageData())
