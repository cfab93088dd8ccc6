import { figures, type Figures } from '#texts/figures.ts'
import { usePageData } from './page-data.ts'

export const useFigures = (): Figures => figures(usePageData().language)
