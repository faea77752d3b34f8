/**
 * Texts in narrow places: which, and how many characters fit there. Each is measured at 360 pixels with the font of
 * the place, at its average width of a character, less what stands beside the text.
 */
export const BUDGETS: readonly (readonly [what: string, keys: RegExp, chars: number])[] = [
  // Four in 328 pixels, each with 16 beside its text
  ['a tab', /^shell\.shell\.tabs\./, 11],
  ['a way to invite an app, one of two', /^apps\.apps\.way\./, 20],
  ['a way to sign in, one of two', /^access\.access\.methods\./, 20],
  // Beside the product, the identity and two icons
  ['the stop in the header of a phone', /^questions\.stop\.(short|resume)$/, 12],
  ['a button of the header', /^(shell\.shell\.logout|questions\.stop\.stop)$/, 20],
  // Two in a dialog's row of 296 pixels
  ['a button of a dialog', /^common\.common\.(close|cancel|done|undo|retry)$/, 14],
  ['an answer to a question, one of two', /^questions\.questions\.(allow|refuse)(Once)?$/, 20],
  [
    'a button in a row',
    /^(account\.account\.(end|revoke)|home\.home\.(change|close)|relays\.relays\.add|home\.warnings\.(show|dismiss))$/,
    12,
  ],
  // Badges stay in one line beside a name
  [
    'a badge',
    /^(apps\.apps\.states|activity\.activity\.outcomes|devices\.devices\.words|relays\.relays\.words|peers\.peers\.words)\./,
    24,
  ],
  ['the state of the signer', /^signer\.signer\.states\./, 14],
  // Five figures in a row of 328 pixels, two lines each
  ['a figure of the signer', /^signer\.signer\.(lastSignature|medianAnswer|signedThisWeek)$/, 20],
  [
    'a head of a table',
    /^(history\.history\.(day|all|others)|history\.history\.times\.count)$/,
    14,
  ],
  ['a step of an assistant', /^keyset\.keyset\.steps\./, 16],
  // A line of a toast holds 36 at 360 pixels, and a toast may have two lines
  [
    'a toast',
    /^(common\.common\.(copied|copyFailed)|account\.account\.(sessionEnded|sessionNotEnded)|questions\.stop\.(done|failed|resumed|resumeFailed)|signer\.credentials\.saveFailed)$/,
    60,
  ],
]
