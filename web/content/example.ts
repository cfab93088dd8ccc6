import type { PlatformTexts } from '#texts/parts.ts'

/** The first link form without its explanation, for example "youtu.be/…". */
export const exampleOf = ({ linkForms }: PlatformTexts): string => linkForms[0]!.split(' – ')[0]!
