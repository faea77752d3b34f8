import type * as english from '#contract/texts/rules.ts'
import type { Translation } from '#contract/translation.ts'

export const names: Translation<typeof english.names> = {
  label: 'Gerätename',
  placeholder: 'Etwa: Handy',
  hint: 'Nur dieser Server kennt ihn. Er steht überall, wo das Gerät gemeint ist, statt seines Schlüssels.',
  save: 'Namen speichern',
  saved: (name) => `Der Name ist jetzt ${name}`,
  taken: 'Es hat jetzt keinen Namen',
  failed: 'Der Name wurde nicht gespeichert',
}

const numbers = new Intl.NumberFormat('de')

/** Stands for everyone, where a rule names no one. Sentences that would need it in another case replace it. */
const ANYONE = 'irgendwer'

export const rules: Translation<typeof english.rules> = {
  title: 'Regeln',
  of: (name) => `Regeln für ${name}`,
  loadFailed: 'Die Regeln konnten nicht geladen werden',

  suspend: 'Pausiert',
  suspendHint: 'Jede Anfrage von dort wird abgelehnt, egal was die Regeln sagen.',
  suspendHintOfApp: 'Keine Anfrage von dort wird beantwortet, egal was die Regeln sagen.',
  suspended: (name) => `${name} ist pausiert`,
  notSuspended: (name) => `${name} ist nicht mehr pausiert`,
  setFailed: 'Das wurde nicht geändert',

  preset: 'Ohne eigene Regel ist erlaubt',
  unasked: 'Ohne Rückfrage erlaubt',
  presets: {
    none: {
      peer: ['Was die Schalter sagen', 'Alles, was eingeschaltet ist, ohne dich zu fragen.'],
      program: [
        'Was seine Rechte zulassen',
        'Ein Schlüssel, der signieren darf, signiert, ohne dich zu fragen.',
      ],
    },
    ask: ['Nichts ungefragt', 'Du wirst bei allem gefragt.'],
    everyday: [
      'Alltägliches',
      'Notizen, Antworten, Reaktionen, Reposts, Bilder, Artikel und Verschlüsseln. Beim Rest wirst du ' +
        'gefragt: dein Profil, deine Listen, Löschen, Anmeldungen, Zahlungen, deine Nachrichten lesen.',
    ],
    careful: [
      'Alles außer Endgültigem',
      'Jeder bekannte Typ von Event, der nichts wegnimmt, und Verschlüsseln. Du wirst gefragt bei Profil, ' +
        'Listen, Löschen, Nachrichten, Anmeldungen und Zahlungen, und wenn deine Nachrichten gelesen werden.',
    ],
    all: [
      'Alles signieren',
      'Alles, was signiert werden soll, auch ungesehen. Du wirst nur gefragt, bevor deine Nachrichten gelesen ' +
        'werden oder die Gruppe weitergegeben wird.',
    ],
  },
  presetSet: (name, preset) => `${name}: ${preset}`,
  change: 'Ändern',
  changeOf: (preset) => `Ändern: ${preset}`,

  shows: {
    older:
      'Es spricht 1.x, das nie zeigt, was signiert werden soll: Regeln für Typen von Events greifen bei ihm ' +
      'nicht, wohl aber Regeln für Ungezeigtes.',
    newer:
      'Regeln für Typen von Events gelten bei einem Gerät, das zeigt, was es signieren lassen will. Ein Floe ' +
      'tut das in 2026; andere Geräte tun es nicht, und was sie signieren lassen wollen, gilt als nicht gezeigt.',
    unknown:
      'Es hat sich noch nicht gemeldet. Regeln für Typen von Events gelten nur, wenn es zeigt, was es signieren ' +
      'lassen will, wie ein Floe.',
  },

  list: 'Eigene Regeln',
  none: 'Keine eigenen Regeln.',
  others: 'Regeln, die auch hierfür gelten',
  forEveryone: 'Alle',
  forDoor: { peer: 'Jedes Gerät', program: 'Jeder API-Schlüssel', app: 'Jede App', owner: 'Du' },
  until: (time) => `bis ${time}`,
  used: (used, count) => `${used} von ${count} verbraucht`,
  delete: 'Löschen',
  deleteOf: (rule) => `Regel löschen: ${rule}`,
  deleted: 'Die Regel ist gelöscht',
  deleteFailed: 'Die Regel wurde nicht gelöscht',

  add: 'Regel hinzufügen',
  added: 'Die Regel gilt jetzt',
  addFailed: 'Die Regel wurde nicht hinzugefügt',

  sentence: {
    allow: (deed, limit) => `Darf ${deed}${limit}`,
    ask: (deed) => `Nur wenn du zustimmst: ${deed}`,
    refuse: (deed) => `Darf nicht: ${deed}`,
    limit: (count, per, beyond) => `, höchstens ${numbers.format(count)}-mal ${per}; ${beyond}`,
    per: { minute: 'pro Minute', hour: 'pro Stunde', day: 'am Tag' },
    beyond: { ask: 'mehr wartet auf dich', refuse: 'mehr wird abgelehnt' },
    and: ' und ',
    anything: 'alles',
    anythingWith: (who) => `alles, was ${who} betrifft`,
    sign: 'alles signieren',
    blind: 'signieren, was nicht gezeigt wird',
    kind: (kind) => `Events vom Typ ${kind} signieren`,
    kindRange: (from, to) => `Events der Typen ${from} bis ${to} signieren`,
    anyone: ANYONE,
    encrypt: (who) => `Texte für ${who === ANYONE ? 'alle' : who} verschlüsseln`,
    decrypt: (who) => `Nachrichten von ${who === ANYONE ? 'allen' : who} lesen`,
    ecdh: (who) => `private Nachrichten mit ${who === ANYONE ? 'allen' : who} lesen und schreiben`,
    onboard: 'die Gruppe bekommen',
    in: (deed, nip) => `${deed} (${nip})`,
  },

  form: {
    title: 'Neue Regel',
    verdict: 'Was geschieht',
    effects: {
      allow: ['Erlaubt', 'Geschieht sofort, ohne dich zu fragen.'],
      ask: ['Mit Rückfrage', 'Wartet, bis du zustimmst.'],
      refuse: ['Verboten', 'Wird sofort abgelehnt.'],
    },
    what: 'Worum es geht',
    whats: {
      kinds: 'Bestimmte Typen von Events signieren',
      blind: 'Signieren, was nicht gezeigt wird',
      sign: 'Alles Signieren',
      ecdh: 'Private Nachrichten',
      onboard: 'Die Gruppe bekommen',
      'nip44.encrypt': 'Verschlüsseln (NIP-44)',
      'nip44.decrypt': 'Entschlüsseln (NIP-44)',
      'nip04.encrypt': 'Verschlüsseln (NIP-04)',
      'nip04.decrypt': 'Entschlüsseln (NIP-04)',
      any: 'Überhaupt alles',
    },
    kinds: 'Typen von Events',
    groups: {
      writing: 'Schreiben',
      reacting: 'Reagieren',
      profile: 'Profil und Listen',
      messages: 'Private Nachrichten',
      deleting: 'Löschen',
      logins: 'Anmeldungen und Dateien',
      money: 'Zahlungen',
    },
    chosen: (count) => (count === 0 ? '' : `${count} gewählt`),
    otherKinds: 'Andere Typen, als Zahlen',
    otherKindsHint: 'Durch Kommas getrennt; ein Bereich als 30000-30999.',
    badKinds: (text) => `„${text}“ ist kein Typ: Zahlen von 0 bis 65535 oder ein Bereich`,
    noKinds: 'Wähle mindestens einen Typ.',
    tooManyKinds: (max) => `Höchstens ${max} Typen oder Bereiche in einer Regel.`,
    counterparty: 'Nur mit einer Person',
    counterpartyHint: 'Ihr öffentlicher Schlüssel: npub1… oder 64 Hex-Zeichen. Leer: alle.',
    badCounterparty: 'Das ist kein öffentlicher Schlüssel',
    limited: 'Begrenzen, wie oft',
    count: 'Höchstens',
    badCount: (max) => `Eine ganze Zahl von 1 bis ${max}`,
    per: 'In',
    pers: { minute: 'einer Minute', hour: 'einer Stunde', day: 'einem Tag' },
    beyond: 'Alles darüber',
    beyonds: { ask: 'wartet auf dich', refuse: 'wird abgelehnt' },
    lasts: 'Wie lange sie gilt',
    lastsTexts: { '10m': '10 Minuten', '1h': 'Eine Stunde', '1d': 'Einen Tag', ever: 'Für immer' },
    reads: 'So lautet die Regel',
    save: 'Regel hinzufügen',
  },
}
