/** A duration after a preposition that takes the dative: 'vor 6 Tagen'. */
export const withDative = (preposition: 'vor' | 'seit', duration: string): string =>
  `${preposition} ${duration}`.replace(/Tage$/, 'Tagen')
