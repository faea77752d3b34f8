/** What somebody else has done to the settings, in another window or by another program. */
export const changes = {
  cleared: 'The saved credentials were cleared elsewhere',
  changed: 'Other credentials were saved elsewhere',
} as const
