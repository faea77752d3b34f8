declare module 'subset-font' {
  /** The options of subset-font that we use. */
  export interface SubsetFontOptions {
    targetFormat: 'woff2'
    keepFeatures: string[]
    /** By axis: one value, or a range. */
    variationAxes: Record<string, number | { min: number; max: number }>
  }

  /** @param text with the characters to keep */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: SubsetFontOptions,
  ): Promise<Buffer>
}
