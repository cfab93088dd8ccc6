import { factsOf, type Facts } from '../content/facts.ts'
import { usePageData } from './page-data.ts'

/** The facts of this page's brand. */
export const useFacts = (): Facts => factsOf(usePageData())
