import { pluralsOf } from '#contract/plurals.ts'
import type * as english from '#contract/texts/questions.ts'
import type { Translation } from '#contract/translation.ts'

const plural = pluralsOf('de')

export const questions: Translation<typeof english.questions> = {
  waiting: (count) => plural(count, { one: '1 Frage offen', other: `${count} Fragen offen` }),
  titled: (count) => `(${count}) Floe`,
  asks: (caller) => `${caller} fragt`,
  asksTo: (caller, deed) => `${caller} fragt: ${deed}`,
  look: 'Ansehen',
  position: (at, count) => `${at} von ${count}`,
  previous: 'Vorige Frage',
  next: 'Nächste Frage',
  paired: (day) => `verbunden ${day}`,
  left: (time) => `noch ${time}`,
  blind:
    'Was signiert werden soll, wird nicht gezeigt: Erlaube es nur, wenn du dort gerade selbst darum gebeten hast.',
  ecdh: 'Damit lässt sich lesen, was diese Personen dir geschickt haben, und ihnen in deinem Namen schreiben.',
  peerWaits: (inBrowser, atMost) =>
    `Geräte warten nicht lange: höchstens ${atMost} Sekunden, im Browser etwa ${inBrowser}. Antwortest du später, ` +
    'frag dort innerhalb von zehn Minuten noch einmal an: Deine Antwort gilt dann noch.',
  mentions: 'Erwähnt',
  moreMentions: (count) => `und ${count} weitere`,
  moreText: (chars) => `${chars} weitere Zeichen`,
  eventOf: (at, count) => `Event ${at} von ${count}`,
  moreEvents: (count) => `und ${count} weitere`,
  raw: 'Das Event, wie es signiert wird',
  noUndo: 'Lässt sich nicht rückgängig machen',
  unfound: {
    searching: 'Sucht, was dadurch ersetzt wird …',
    none: 'Keines deiner Relays hat, was dadurch ersetzt wird: Was verloren geht, ist unbekannt',
    unread: 'Was dadurch ersetzt wird, ließ sich nicht lesen: Was verloren geht, ist unbekannt',
  },
  why: {
    rule: (rule) => `Warum du gefragt wirst: Deine Regel will es so: ${rule}.`,
    rules: 'Warum du gefragt wirst: Eine deiner Regeln will es so.',
    limit: 'Warum du gefragt wirst: Was eine deiner Regeln erlaubt, ist aufgebraucht.',
    preset: (preset) => `Warum du gefragt wirst: Bei „${preset}“ geschieht das nicht ungefragt.`,
    door: 'Warum du gefragt wirst: Keine Regel sagt, ob das erlaubt ist.',
  },
  does: {
    replaceProfile: 'Profil ersetzen',
    replaceList: 'Liste ersetzen',
    replace: 'Ersetzen',
    delete: (count) => plural(count, { one: '1 Event löschen', other: `${count} Events löschen` }),
    deleteFiles: 'Dateien löschen',
    deleteAll: 'Alles löschen',
    login: 'Anmelden',
    pay: 'Zahlen',
    send: 'Senden',
    sign: 'Signieren',
    signUnseen: 'Ungesehen signieren',
    signAll: (count) => `Alle ${count} signieren`,
  },
  keys: { allow: 'E', refuse: 'A' },
  away: 'Dieser Server ist nicht erreichbar. Antworten kannst du, sobald er wieder da ist.',

  allow: 'Erlauben',
  refuse: 'Ablehnen',
  allowAll: (count) => `Alle ${count} erlauben`,
  allowHarmless: (count) =>
    plural(count, { one: 'Die harmlose erlauben', other: `Die ${count} harmlosen erlauben` }),
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

  isOver: 'Das ist erledigt',

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
