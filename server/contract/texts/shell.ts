/** The frame around every screen of the console. */
export const shell = {
  tryingAgain: (problem: string) => `${problem}, trying again…`,
  logout: 'Logout',
  menu: 'menu',
  settings: 'Settings',
  colours: 'Light or dark',
  back: 'Back',
  leaving: {
    title: 'Leave this page?',
    text: 'What it shows exists nowhere else, and is lost when you leave.',
    stay: 'Stay here',
    leave: 'Leave',
  },
  theme: { system: 'Theme: same as the system', light: 'Theme: light', dark: 'Theme: dark' },
  screens: 'Screens',
  card: 'Signer',
  tabs: { signer: 'Signer', apps: 'Apps', activity: 'Activity', recover: 'Recover' },
  backToConfigure: 'Back to Configure',
  savedShare: 'Saved Share',
  secretsFailed: 'The saved credentials are not shown',
  loadFailed: 'The settings could not be loaded',
  notAdmin:
    "This API key can't open the console, which shows the credentials and so needs a key with the " +
    'scope admin. Programs can go on using this one. Log out, and sign in with another.',
  partFailed: {
    updated: 'Floe was updated while this page was open. Reload the page to go on.',
    unreachable:
      'This part of the console could not be loaded: Floe does not answer. ' +
      'Reload the page once it is back.',
    broken: 'This part of the console could not be shown. Reload the page.',
  },
  reload: 'Reload',
} as const
