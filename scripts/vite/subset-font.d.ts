declare module 'subset-font' {
  /** Of subset-font's options, those that we use. */
  export interface SubsetFontOptions {
    targetFormat: 'woff2'
    keepFeatures: string[]
    /** By axis: one place on it, or a part of it. */
    variationAxes: Record<string, number | { min: number; max: number }>
  }

  /** @param text with the characters to keep */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: SubsetFontOptions,
  ): Promise<Buffer>
}
