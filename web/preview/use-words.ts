import { useFigures } from '../app/figures.ts'
import { useSay, useTexts } from '../app/texts.ts'
import type { Words } from './times.ts'

export function useWords(): Words {
  return { texts: useTexts('result'), say: useSay(), figures: useFigures() }
}
