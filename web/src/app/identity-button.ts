/** The look of the button with who signs here, also while what it opens is on its way. */
export const IDENTITY_BUTTON =
  'inline-flex h-10 min-w-0 items-center gap-2 rounded-full border border-line bg-surface pr-2.5 pl-1 ' +
  'font-medium transition-colors hover:border-line-strong sm:h-8.5'
