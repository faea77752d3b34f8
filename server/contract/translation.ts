/** What has the keys and values of an English text, in another language. */
export type Translation<English> = English extends (...values: infer Values) => infer Text
  ? (...values: Values) => Translation<Text>
  : English extends string
    ? string
    : { readonly [Key in keyof English]: Translation<English[Key]> }
