/** What an owner is told who is not at the console. No text of an event, no key, no secret. */
export const notices = {
  testTitle: 'Floe',
  test: 'This is how Floe tells you that something waits for you.',

  needTitle: 'Floe needs you',
  needOverTitle: 'Floe needs you no more',
  needOver: (sentence: string) => `This is over: ${sentence}`,
  device: (member: number) => `Device ${member}`,

  asksTitle: (caller: string) => `${caller} asks`,
  /** @param deed 'publish a note' */
  asks: (caller: string, deed: string, until: string) =>
    `${caller} wants to ${deed}. It waits for you until ${until}.`,
  /** A device: the question stays open for longer than it waits. */
  deviceAsks: (
    caller: string,
    deed: string,
    { inBrowser, atMost, until }: { inBrowser: number; atMost: number; until: string },
  ) =>
    `${caller} wants to ${deed}. The device waits ${atMost} seconds at most, in a browser about ${inBrowser}. ` +
    `You can answer until ${until}; then ask once more there.`,
  overTitle: (caller: string) => `${caller} asked`,
  over: {
    allowed: (deed: string) => `It was allowed to ${deed}.`,
    refused: (deed: string) => `It was not allowed to ${deed}.`,
    'ran out': (deed: string) => `Nobody answered in time whether it may ${deed}: it was refused.`,
    stopped: (deed: string) => `Signing was stopped, so it may not ${deed}.`,
  },
}
