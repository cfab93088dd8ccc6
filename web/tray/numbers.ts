/** A number, or two with any dash between them. */
const RANGE = /(\d{1,4})(?:\s?[-–—~〜]\s?(\d{1,4}))?/g
const ARABIC_ZERO = '٠'.charCodeAt(0)

const inAscii = (text: string): string =>
  text.normalize('NFKC').replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - ARABIC_ZERO))

/** Finds the numbers of "1-10, 15". */
export function isNumbered(text: string): (number: number) => boolean {
  const ranges = Array.from(inAscii(text).matchAll(RANGE), ([, from, to = from]) => [
    Number(from),
    Number(to),
  ])
  return (number) => ranges.some((range) => Math.min(...range) <= number && number <= Math.max(...range))
}
