declare module 'subset-font' {
  /** Types for the part of this package that scripts/lib/pages/font.mjs uses. The package has no types. */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: {
      targetFormat: 'woff2'
      variationAxes: Record<string, { min: number; max: number }>
      keepFeatures: string[]
    },
  ): Promise<Buffer>
}
