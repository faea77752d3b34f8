/** Words that every screen of the console uses. */
export const common = {
  title: 'Floe',
  rootMissing: 'Floe: the element #root is missing, so nothing can be shown',
  loading: 'Loading...',

  close: 'Close',
  cancel: 'Cancel',
  done: 'Done',
  failed: 'Failed',
  partly: 'Done in part',
  undo: 'Undo',
  retry: 'Retry',
  more: 'Show more',
  show: (what: string) => `Show ${what}`,
  hide: (what: string) => `Hide ${what}`,
  about: (subject: string) => `About ${subject}`,

  copy: (what: string) => `Copy ${what}`,
  copied: 'Copied',
  copyFailed: 'Copying failed',
  copyByHand: 'This browser does not let a page copy. Select the text and copy it by hand.',

  fileUnreadable: 'This file can’t be read. Choose it again.',

  languages: 'Languages',
  toasts: 'Messages',

  // The server
  unreachable: 'Server not reachable',
  serverError: (status: number) => `Unexpected answer from the server (HTTP ${status})`,
  noAnswer: (seconds: number) => `No answer within ${seconds} s`,
  networkError: 'Network error. Please try again.',

  // Durations, short
  justNow: 'just now',
  ago: (duration: string) => `${duration} ago`,
} as const
