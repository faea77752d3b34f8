/** Moving in from igloo-server, and opening what igloo's programs have saved. */
export const importing = {
  lead: 'Coming from igloo-server?',
  begin: 'Import from igloo-server',

  title: 'Import from igloo-server',
  steps: 'Steps',
  stepNames: ['Files', 'Password', 'What comes over'],

  // Files
  filesTitle: 'What it has left',
  filesLead:
    'Stop igloo-server first, for good: two signers on one share harm each other. Nothing is kept here ' +
    'before you have seen what would come over.',
  way: 'How people get in there',
  ways: [
    {
      value: 'database',
      title: 'With a name and a password',
      text: 'Everything is in igloo.db, in its data folder.',
    },
    {
      value: 'environment',
      title: 'Without an account (HEADLESS)',
      text: 'The credentials are in its .env.',
    },
  ],
  database: 'igloo.db',
  log: 'igloo.db-wal, if there is one beside it',
  environment: 'The text of .env',
  policies: 'data/peer-policies.json, if there is one',
  next: 'Next',
  reading: 'Reading...',
  noFile: 'Choose a file',
  noText: 'Paste the text of .env',

  // Password
  passwordTitle: 'Whose share it is',
  passwordLead: 'The password opens it. It is used for that once, here on this server.',
  user: 'Name',
  password: 'Password in igloo-server',
  look: 'See what comes over',

  // What comes over
  reportTitle: 'What comes over',
  reportLead: 'Nothing has been kept yet.',
  signsFor: 'Signs for',
  comes: 'Comes over',
  stays: 'Stays behind',
  scope: 'API keys that come over may',
  scopes: {
    same: 'Do what they could there',
    read: 'Only read',
    sign: 'Read and sign',
    admin: 'Do everything',
  },
  stopped: 'igloo-server is stopped and will not be started with this share again',
  submit: 'Import',
  submitting: 'Importing...',
  done: 'Imported. Never start igloo-server with this share again.',

  // A saved share
  openLabel: 'Share from a file',
  open: 'Choose a file',
  openLead: 'Or from a file, or a picture of its QR code:',
  scanTitle: 'Scan the QR code of the share',
  fileTooLarge: 'This file is too large to hold a share',
  fileEmpty: 'No share was found in it',
} as const
