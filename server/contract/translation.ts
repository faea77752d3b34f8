/** A translation: the same keys as an English text, with texts or functions of the same parameters. */
export type Translation<English> = English extends (...values: infer Values) => infer Text
  ? (...values: Values) => Translation<Text>
  : English extends string
    ? string
    : { readonly [Key in keyof English]: Translation<English[Key]> }
