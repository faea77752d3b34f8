import { pluralsOf } from '#contract/plurals.ts'
import type * as english from '#contract/texts/home.ts'
import type { Translation } from '#contract/translation.ts'

const plural = pluralsOf('de')

export const home: Translation<typeof english.home> = {
  card: 'Identität',
  threshold: (threshold, members) => `${threshold} von ${members} Geräten signieren zusammen`,
  member: (index) => `dies ist Gerät ${index}`,
  qr: 'QR-Code des npub',
  npubTitle: (name) => `Der öffentliche Schlüssel von ${name}`,
  npubLead: 'Für alle, die dieser Identität folgen oder schreiben wollen. Er ist nicht geheim.',

  ofNeeded: (needed) => `von ${needed} da`,
  thisServer: 'Dieser Server',
  withOthers: (others) =>
    `Dieser Server und ${plural(others, { one: '1 Gerät', other: `${others} Geräte` })}`,
  others: (others) => plural(others, { one: '1 Gerät', other: `${others} Geräte` }),
  nobody: 'Niemand ist da',

  both: 'Antwortet anderen und kann fragen.',
  proven: (when, device) => `Bestätigt ${when} mit ${device}.`,
  steps: {
    start: 'Starten',
    requests: 'Sehen, wer fragt',
    relays: 'Relays ansehen',
    protocol: 'Protokoll ansehen',
    reason: 'Signierer ansehen',
    wake: (device) => `So weckst du ${device}`,
    askAgain: (device) => `${device} wieder fragen`,
    answerAgain: (device) => `${device} wieder fragen lassen`,
    look: (device) => `${device} ansehen`,
    answer: 'Antworten',
    backup: 'Sicherung erstellen',
    backups: 'Sicherungen ansehen',
    shares: 'Anteile ansehen',
    notifications: 'Benachrichtigungen einrichten',
  },

  device: (member) => `Gerät ${member}`,
  lastDay: 'Die letzten 24 Stunden',
  detailsOf: (device) => `Einzelheiten zu ${device}`,
  seen: 'Zuletzt da',
  tried: 'Letzter Versuch',
  builds: {
    igloo: 'Igloo von vor 2026-06',
    'igloo-beta': 'Igloo Beta',
    floe: 'Floe',
  },
  never: 'nie',
  notHeard: 'noch nicht gemeldet',
  wake: {
    igloo: (device) => `Öffne Igloo auf ${device} und lass es offen. Es erscheint hier von selbst.`,
    floe: (device) => `Starte Floe auf ${device}. Es erscheint hier von selbst.`,
    unknown: (device) =>
      `Öffne Igloo auf ${device} und lass es offen, oder starte dort igloo-cli oder Floe. Es erscheint hier von selbst.`,
  },
}

export const needs: Translation<typeof english.needs> = {
  title: 'Was dich braucht',
  none: 'Nichts braucht dich',
  count: (count) =>
    plural(count, { one: '1 Sache braucht dich', other: `${count} Sachen brauchen dich` }),
  unknown: 'Was dich braucht, ist gerade nicht bekannt',
  loading: 'Es wird nachgesehen, was dich braucht',
  more: (count) => `${count} weitere`,
  since: (when) => `Seit ${when}`,
  dismiss: 'Ausblenden',
  dismissOf: (sentence) => `Ausblenden: ${sentence}`,
  dismissed: (count) => `${count} in diesem Browser ausgeblendet`,
  bringBack: 'Wieder zeigen',
}

export const identity: Translation<typeof english.identity> = {
  name: 'Identität',
  npubWhat: 'npub',
  words: 'Ihre vier Wörter',
  wordsFailed: 'Ihre vier Wörter konnten nicht geladen werden: Vergleiche den ganzen npub.',
  compareTitle: 'Zum Vergleichen auf dem anderen Gerät',
  compareLead:
    'Sobald das andere Gerät sie hat, zeigt es denselben npub, und ein Floe auch dieselben vier Wörter. ' +
    'Die Wörter sind für den ersten Blick: Was zählt, ist der ganze npub.',
}
