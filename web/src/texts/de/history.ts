import { pluralsOf } from '#contract/plurals.ts'
import type { history as english } from '#contract/texts/history.ts'
import type { Translation } from '#contract/translation.ts'

const plural = pluralsOf('de')
const numbers = new Intl.NumberFormat('de')

export const history: Translation<typeof english> = {
  failed: 'Der Rückblick konnte nicht geladen werden',
  today: 'Heute',
  daysAgo: (days) => plural(days, { one: 'vor 1 Tag', other: `vor ${days} Tagen` }),
  asTable: 'Als Tabelle',
  tableOf: (title) => `${title}, als Tabelle`,
  day: 'Tag',
  all: 'Alle',
  others: 'Andere',

  uses: {
    title: 'Wie oft, und für wen',
    most: (count) => `bis zu ${count} am Tag`,
    none: 'Der Schlüssel wurde in den letzten 90 Tagen nicht benutzt.',
    words: (count, days) =>
      `In den letzten 90 Tagen ${plural(count, { one: 'einmal', other: `${numbers.format(count)}-mal` })} benutzt, ` +
      `an ${plural(days, { one: '1 Tag', other: `${days} Tagen` })}`,
    you: 'Du',
    goneProgram: 'Ein widerrufener API-Schlüssel',
  },

  times: {
    title: 'Wie lange Signaturen dauern',
    median: 'Die Hälfte',
    p95: 'Fast alle (19 von 20)',
    none: 'In den letzten 30 Tagen wurde nichts signiert.',
    words: (median, p95) =>
      `Die Hälfte der Signaturen dauerte bis zu ${median}, fast alle (19 von 20) bis zu ${p95}`,
    most: (time) => `bis zu ${time}`,
    count: 'Signaturen',
  },

  uptime: {
    title: 'Wer da war',
    lead: 'Die letzten 30 Tage. Ein Punkt heißt: Dieser Server hat nicht hingesehen.',
    devices: 'Geräte',
    relays: 'Relays',
    label: 'Die letzten 30 Tage',
    more: (count) => `${count} weitere zeigen`,
  },
}
