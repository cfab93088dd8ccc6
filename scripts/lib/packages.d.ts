declare module 'subset-font' {
  /**
   * Types for the part of the package subset-font that scripts/run/pages/font.ts uses. The package itself
   * has no types.
   */
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
