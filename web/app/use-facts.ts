import { factsOf, type Facts } from '../content/facts.ts'
import { usePageData } from './page-data.ts'

/** Returns the facts of this page's brand. The texts of the page insert these facts. */
export const useFacts = (): Facts => factsOf(usePageData())
