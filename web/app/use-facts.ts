import { factsOf, type Facts } from '../content/facts.ts'
import { usePageData } from './page-data.ts'

export const useFacts = (): Facts => factsOf(usePageData())
