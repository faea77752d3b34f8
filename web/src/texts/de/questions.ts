import { pluralsOf } from '#contract/plurals.ts'
import type * as english from '#contract/texts/questions.ts'
import type { Translation } from '#contract/translation.ts'

const plural = pluralsOf('de')

export const questions: Translation<typeof english.questions> = {
  waiting: (count) => plural(count, { one: '1 Frage offen', other: `${count} Fragen offen` }),
  titled: (count) => `(${count}) Floe`,
  asks: (caller) => `${caller} fragt`,
  left: (time) => `noch ${time}`,
  kind: (kind) => `Typ ${kind}`,
  blind:
    'Was signiert werden soll, wird nicht gezeigt: Erlaube es nur, wenn du dort gerade selbst darum gebeten hast.',
  ecdh: 'Damit lässt sich lesen, was diese Personen dir geschickt haben, und ihnen in deinem Namen schreiben.',
  peerWaits: (inBrowser, atMost) =>
    `Geräte warten nicht lange: höchstens ${atMost} Sekunden, im Browser etwa ${inBrowser}. Antwortest du später, ` +
    'frag dort innerhalb von zehn Minuten noch einmal an: Deine Antwort gilt dann noch.',
  mentions: 'Erwähnt',
  moreMentions: (count) => `und ${count} weitere`,
  counterparty: 'Mit',
  moreText: (chars) => `${chars} weitere Zeichen`,
  eventOf: (at, count) => `Event ${at} von ${count}`,
  moreEvents: (count) => `und ${count} weitere`,

  allow: 'Erlauben',
  refuse: 'Ablehnen',
  allowOnce: 'Einmal erlauben',
  refuseOnce: 'Einmal ablehnen',
  allowAll: (count) => `Alle ${count} erlauben`,
  allowHarmless: (count) => `Die ${count} harmlosen erlauben`,
  oneByOne: (deeds) => `Nur einzeln zu erlauben: ${deeds}`,
  refuseAll: (count) => `Alle ${count} ablehnen`,
  remember: 'Antwort merken',
  rememberFor: 'Wie lange',
  rememberWhat: 'Wofür',
  lasts: {
    '10m': 'für 10 Minuten',
    '1h': 'für eine Stunde',
    '1d': 'für einen Tag',
    ever: 'für immer',
  },
  scopes: {
    kind: (deed) => `nur dafür: ${deed}`,
    operation: {
      sign: 'alles, was signiert werden soll',
      ecdh: 'private Nachrichten mit allen',
      onboard: 'die Gruppe bekommen',
      encrypt: 'für alle verschlüsseln',
      decrypt: 'Nachrichten von allen lesen',
    },
    counterparty: (who) => `private Nachrichten mit ${who}`,
  },

  answered: {
    allow: (caller) => `Erlaubt: ${caller}`,
    refuse: (caller) => `Abgelehnt: ${caller}`,
  },
  ended: (caller, how) => `${caller} hat gefragt. ${how}.`,
  failed: 'Die Antwort wurde nicht angenommen',
  over: {
    allowed: 'Das war schon erlaubt, in einem anderen Fenster oder mit einem anderen Schlüssel',
    refused: 'Das war schon abgelehnt, in einem anderen Fenster oder mit einem anderen Schlüssel',
    'ran out': 'Die Zeit dafür war abgelaufen',
    stopped: 'Das wurde abgelehnt, weil das Signieren gestoppt war',
  },

  sound: 'Einen Ton abspielen, wenn jemand fragt',
}

export const stop: Translation<typeof english.stop> = {
  stop: 'Signieren stoppen',
  short: 'Stoppen',
  resume: 'Fortsetzen',
  resumeSigning: 'Signieren fortsetzen',
  stopped: 'Von dir gestoppt',
  nothing: 'Nichts wird signiert oder entschlüsselt. Die Geräte sehen einander weiterhin.',
  since: (time) => `Von dir gestoppt seit ${time}.`,
  until: (time) => `Bis ${time} wird nichts signiert oder entschlüsselt.`,
  untilResumed: 'Nichts wird signiert oder entschlüsselt, bis es jemand fortsetzt.',
  done: 'Das Signieren ist gestoppt: Nichts geht mehr hinaus',
  failed: 'Das Signieren konnte nicht gestoppt werden',
  resumed: 'Das Signieren geht weiter',
  resumeFailed: 'Das Signieren konnte nicht fortgesetzt werden',
  resumeTitle: 'Signieren fortsetzen?',
  resumeLead: 'Geräte und Programme bekommen wieder Antwort, so wie es deine Regeln sagen.',
}
