/** Keys of texts that are no words: samples, names of files, values of a choice, what is typed. */
const NO_WORDS = [
  /placeholder$/i,
  /(exportName|fallbackName|\.value|masked|searchKey|titled)$/,
  /\.database$/,
  /\.words$/,
  // A name that is suggested
  /setUp\.username$/,
  // Keys of the keyboard
  /\.keys\.\w+$/,
]

/** Names, commands and formats. */
const EVERYWHERE: readonly string[] = [
  ...['Floe', 'Relay', 'Relays', 'relay', 'Ping', 'recv', 'send', 'nsec', 'npub', 'JSON', '2026'],
  ...['NSEC', 'Apps', 'App', ''],
]

/** Words that are the same in that language. */
const OWN: Readonly<Record<'de' | 'es', readonly string[]>> = {
  de: [
    ...[
      'Banner',
      'Challenge',
      'Events',
      'Hashtags',
      'Index',
      'Name',
      'Offline',
      'Online',
      'Passphrase',
      'Pubkey',
    ],
    ...['In', 'Server', 'Tag', 'Version', 'Website', 'offline', 'online', 'pro'],
  ],
  es: ['Error', 'Hashtags', 'Igloo beta', 'Total', 'hashtags', 'relays'],
}

/** Whether a translation may be the same as the English text. */
export const isSame = (language: 'de' | 'es', key: string, text: string): boolean =>
  NO_WORDS.some((keys) => keys.test(key)) ||
  [...EVERYWHERE, ...OWN[language]].includes(text.replace(/^[\s:,(“]+|[\s:,)”]+$/g, ''))
