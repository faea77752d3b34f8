import { pluralsOf } from '../plurals.ts'

const plural = pluralsOf('en')

/** The settings: their sections, and the search in them. */
export const settings = {
  title: 'Settings',
  list: 'Sections of the settings',
  toList: 'All settings',
  search: 'Search the settings',
  searchPlaceholder: 'Search',
  searchKey: '/',
  clearSearch: 'Clear the search',
  results: 'Settings found',
  found: (count: number) =>
    count === 0
      ? 'No setting has these words'
      : plural(count, { one: '1 setting found', other: `${count} settings found` }),
  within: (section: string) => `in ${section}`,

  /** Each with what it is about, and `words` that people look for it by and that stand nowhere in it. */
  sections: {
    identity: {
      title: 'This identity',
      lead: 'The name and the picture that others see.',
      words: 'me profile npub nostr',
    },
    relays: {
      title: 'Relays',
      lead: 'Where this signer and the other devices meet.',
      words: 'server network connection websocket wss url address',
    },
    protocol: {
      title: 'Protocol',
      lead: 'What this signer answers.',
      words: 'version generation 1.x 2026 frost security',
    },
    notices: {
      title: 'Notifications',
      lead: 'How you are told that something waits.',
      words: 'notice push alert phone telegram message',
    },
    login: {
      title: 'Login and sessions',
      lead: 'What you sign in with, and where somebody is signed in.',
      words: 'account user access security',
    },
    keys: {
      title: 'Keys for programs',
      lead: 'What scripts and other programs may do here.',
      words: 'api token bot automation scope rules developer',
    },
    backups: {
      title: 'Back-ups',
      lead: 'Copies of all that this server keeps, and the way back.',
      words: 'export save copy disk',
    },
    browser: {
      title: 'This browser',
      lead: 'What holds here alone, and not on your other devices.',
      words: 'appearance device local',
    },
    secrets: {
      title: 'Secrets',
      lead: 'The share and the group credential that the signer runs on.',
      words: 'private key nsec bfshare bfgroup',
    },
    audit: {
      title: 'Audit',
      lead: 'Who did what, and when.',
      words: 'log history record journal',
    },
    about: {
      title: 'About Floe',
      lead: 'Version, help and licences.',
      words: 'information',
    },
  },

  /** Single settings whose panels have no title of their own, and what people look for each by. */
  single: {
    profile: { title: 'Profile', words: 'name picture avatar photo image kind 0 metadata' },
    firstGeneration: { words: 'old devices legacy refuse answer warn' },
    onboarding: { words: 'join approve invite new device' },
    where: { title: 'Where notifications go', words: 'ntfy webhook url token' },
    password: {
      title: 'Username and password',
      words: 'passphrase credentials sign in change name',
    },
    sessions: { title: 'Sessions', words: 'sign out log out logout devices address ip end close' },
    apiKeys: { title: 'API keys', words: 'token revoke make create' },
    api: { words: 'openapi swagger docs documentation reference' },
    download: { words: 'download export passphrase migrate machine' },
    schedule: { words: 'automatic daily hours interval keep' },
    restore: { words: 'import upload recover' },
    language: { title: 'Language', words: 'translation english deutsch español locale' },
    theme: { title: 'Colours', words: 'theme dark light night mode appearance contrast' },
    sound: { title: 'Sound', words: 'audio mute noise beep bell question' },
    records: { title: 'Share records in this browser', words: 'copy keep store remember recover' },
    warnings: { title: 'Warnings set aside', words: 'dismissed hidden show again back' },
    credentials: { title: 'Group credential and share', words: 'show copy reveal qr' },
    change: {
      title: 'Change or clear the credentials',
      words: 'configure replace edit name other keyset delete remove reset wipe erase',
    },
    version: { title: 'Version', words: 'release update upgrade newer latest' },
    help: { title: 'Help', words: 'documentation guide manual readme issues support bug contact' },
    report: { title: 'Report for a helper', words: 'doctor diagnostics debug logs support' },
    licences: { title: 'Licences', words: 'license mit open source copyright third party notices' },
  },

  // This identity
  profile: 'Show the name and picture that this identity has on nostr',
  profileHint:
    'Floe then asks the relays of this keyset for its profile, and fetches the picture from where it is ' +
    'kept, every few hours. The relays learn that somebody asks for this public key, and the server of ' +
    'the picture learns this server’s address. Your browser asks neither.',
  profileLooking: 'Looking for it...',
  profileNone: 'These relays have no profile of this identity, or none with a name.',
  profileNotSaved: 'This was not saved',

  // This browser
  themes: {
    system: ['As the system has it', 'Light or dark, as this device is set.'],
    light: ['Light', 'Dark text on a light ground.'],
    dark: ['Dark', 'Light text on a dark ground.'],
  },
  browserLanguage: 'As the browser has it',
  soundHint: 'Two short tones. A browser plays nothing before you have touched the page.',

  setAside: (count: number) =>
    count === 0
      ? 'No warning is set aside in this browser.'
      : plural(count, {
          one: '1 warning is set aside in this browser.',
          other: `${count} warnings are set aside in this browser.`,
        }),
  bringBack: 'Show them again',

  // Secrets
  noCredentials: 'No credentials are saved on this server yet.',
  configure: 'Configure the signer',
  credentialsLead: 'Masked, in the details of the signer, which asks again who you are.',
  changeLead: 'Other credentials, another name or another keyset, or none: then the signer stops.',

  // About
  running: (version: string) => `Floe ${version}`,
  built: (commit: string, when: string | null) =>
    when === null ? `Made from commit ${commit}.` : `Made from commit ${commit} of ${when}.`,
  builtUnknown: 'This build does not know which commit it was made from.',
  asks: 'Ask whether there is a newer version',
  asksHint: (registry: string) =>
    `Once a day at most, this server then asks ${registry} which version the newest image has. The ` +
    'registry learns this server’s address, and nothing else. Floe never updates itself.',
  asking: 'Asking...',
  isNewest: (when: string) => `This was the newest version ${when}.`,
  newer: (version: string) => `Floe ${version} is there. Update it the way you have installed it.`,
  couldNotAsk: (when: string) => `It could not be asked for ${when}. It is tried again in a day.`,
  asksNotSaved: 'This was not saved',
  helpLead: 'These pages are on the web: your browser asks there for them, this server does not.',
  links: {
    readme: 'What Floe is',
    guide: 'Running Floe',
    issues: 'Questions and faults',
  },
  reportLead:
    'What whoever helps you has to know: version, platform, settings by name, relays by host, devices by number, the last errors. It holds no key, no password and no value of a setting.',
  reportSave: 'Save the report',
  reportFailed: 'The report could not be made',
  licenceLead:
    'Floe is free software under the MIT licence. The page and the server contain other people’s work, ' +
    'under these licences.',
  licenceOf: { floe: 'Licence of Floe', web: 'In the page', server: 'In the server' },
  licenceFailed: 'The licences could not be loaded',
} as const
