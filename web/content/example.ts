import type { PlatformCopy } from './copy.ts'

/** The first link form without its explanation, for example "youtu.be/…". */
export const exampleOf = ({ linkForms }: PlatformCopy): string => linkForms[0]!.split(' – ')[0]!
