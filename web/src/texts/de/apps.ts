import { pluralsOf } from '#contract/plurals.ts'
import type { apps as english } from '#contract/texts/apps.ts'
import type { Translation } from '#contract/translation.ts'

const plural = pluralsOf('de')
const numbers = new Intl.NumberFormat('de')
const times = (count: number): string =>
  plural(count, { one: 'einmal', other: `${numbers.format(count)}-mal` })

export const apps: Translation<typeof english> = {
  title: 'Apps',
  lead: 'Was mit deinem Schlüssel signiert, ohne ihn zu haben, und was jede App darf.',
  loadFailed: 'Die Apps konnten nicht geladen werden',
  empty: 'Noch signiert keine App mit diesem Schlüssel.',
  emptyLead:
    'Eine App ist ein nostr-Client wie Coracle oder Amethyst, der deinen Schlüssel nicht selbst hält, ' +
    'sondern diesen Signierer um jede Signatur bittet. Was sie ohne Rückfrage darf, bestimmst du, und ' +
    'du kannst das jederzeit beenden.',
  inviteOne: 'App einladen',
  acceptOne: 'Einladung einer App annehmen',
  back: 'Alle Apps',

  states: {
    invited: 'Wartet auf die App',
    lapsed: 'Link abgelaufen',
    paired: 'Gekoppelt',
    suspended: 'Pausiert',
    'signed out': 'Abgemeldet',
    expired: 'Beendet',
  },
  stateHints: {
    lapsed:
      'Niemand hat ihren Link rechtzeitig benutzt. Kopple sie neu, um einen neuen zu bekommen.',
    'signed out': 'Ihre Rechte bleiben, aber niemand kann sie nutzen, bevor sie neu gekoppelt ist.',
    expired:
      'Ihre Zeit ist um, oder 30 Tage lang hat sie niemand benutzt. Ihre Rechte bleiben: Kopple sie ' +
      'neu, um weiterzumachen.',
  },
  left: (time) => `noch ${time}`,
  suspended: 'Nichts wird beantwortet',
  rules: (preset, count) =>
    count === 0
      ? preset
      : `${preset}, dazu ${plural(count, { one: '1 eigene Regel', other: `${count} eigene Regeln` })}`,
  until: (date) => `bis ${date}`,
  lastUsed: (ago) => `benutzt ${ago}`,
  neverUsed: 'noch nicht benutzt',
  waits: (count) => plural(count, { one: '1 Frage offen', other: `${count} Fragen offen` }),

  plot: (uses, days) =>
    uses === 0
      ? 'In den letzten 30 Tagen nicht benutzt'
      : `In den letzten 30 Tagen ${times(uses)} benutzt, an ${plural(days, { one: '1 Tag', other: `${days} Tagen` })}`,

  add: 'App hinzufügen',
  addTitle: 'App hinzufügen',
  ways: 'Wer einlädt',
  way: { invite: 'Floe lädt ein', accept: 'Die App lädt ein' },
  inviteLead:
    'Für eine App, die nach einem Bunker-Link fragt. Du wählst, was sie darf, und gibst ihr dann den Link.',
  name: 'Name',
  namePlaceholder: 'Etwa: Coracle auf dem Handy',
  nameMissing: 'Gib ihr einen Namen, damit du weißt, wer fragt.',
  mayRead: 'Auch Nachrichten an dich lesen',
  mayReadHint:
    'Jede private Nachricht, von wem auch immer, ohne dich zu fragen. Sonst wirst du gefragt, und eine ' +
    'App, die Nachrichten zeigt, scheint bis zu deiner Antwort zu hängen.',
  more: 'Relays, Ende und Link',
  ends: 'Ihre Rechte enden',
  endsIn: {
    never: 'Nie',
    '1d': 'In einem Tag',
    '7d': 'In einer Woche',
    '30d': 'In 30 Tagen',
    '365d': 'In einem Jahr',
  },
  validity: 'Der Link gilt',
  validities: { '600': '10 Minuten', '3600': 'Eine Stunde', '86400': 'Einen Tag' },
  invite: 'Link erstellen',
  inviting: 'Link wird erstellt …',
  inviteFailed: 'Der Link wurde nicht erstellt',

  linkTitle: (name) => `Link für ${name}`,
  linkLead:
    'Füge ihn dort ein, wo die App nach einem Bunker-Link fragt, oder lass die App ihn scannen. Er ' +
    'funktioniert einmal, und wer ihn zuerst benutzt, bekommt die Rechte, die du gewählt hast.',
  link: 'Bunker-Link',
  linkQr: 'QR-Code des Bunker-Links',
  copyLink: 'Link kopieren',
  openLink: 'In einer App öffnen',
  waiting: (left) => `Wartet auf die App. Der Link gilt noch ${left}.`,
  lapsed: 'Der Link ist abgelaufen, und niemand hat ihn benutzt.',
  newLink: 'Neuen Link erstellen',
  paired: (name) => `${name} ist gekoppelt`,
  pairedLead: 'Ab jetzt signiert die App mit deinem Schlüssel, soweit du es erlaubst.',
  callsItself: (name) => `Sie nennt sich „${name}“.`,
  showApp: 'Zeigen, was sie darf',
  replaces: 'Bis jemand den neuen Link benutzt, bleibt der jetzt gekoppelte Client.',
  pairAgain: 'Neu koppeln',
  pairAgainTitle: (name) => `${name} neu koppeln?`,
  pairAgainLead:
    'Bei einem neuen Link bleiben Name, Rechte und Verlauf erhalten. Der Client, der ihn benutzt, tritt ' +
    'an die Stelle des bisherigen.',

  acceptLead:
    'Für eine App, die einen QR-Code zeigt oder einen Link, der mit nostrconnect:// beginnt. Bevor etwas ' +
    'geschieht, siehst du, was sie verlangt.',
  uri: 'Link der App',
  uriPlaceholder: 'nostrconnect://…',
  read: 'Link lesen',
  reading: 'Liest …',
  scanTitle: 'QR-Code der App scannen',
  otherCode: 'Dieser Code enthält keinen nostrconnect://-Link',
  unnamed: 'Eine App ohne Namen',
  nameClaimed: 'Wie sie sich nennt, lässt sich nicht prüfen.',
  known:
    'Sie war schon einmal hier: Name, Rechte und Verlauf bleiben, und sie wird hiermit neu gekoppelt.',
  key: 'Ihr Schlüssel',
  keyOf: (name) => `Schlüssel von ${name}`,
  website: 'Website',
  signsAs: 'Signiert als',
  itsRelays: 'Treffpunkt',
  privateRelay: 'Privates Netz',
  privateRelayHint:
    'Ein so markiertes Relay liegt nicht im Internet, sondern im Netz rund um dieses Floe. Mach weiter, ' +
    'wenn es deines ist.',
  wishes: 'Sie möchte dauerhaft dürfen',
  wishesNone: 'Sie verlangt nichts Bestimmtes.',
  dangerous: 'Nicht rückgängig zu machen, oder liest, was an dich ging',
  otherLink: 'Anderer Link',
  accept: 'Diese App koppeln',
  accepting: 'Koppelt …',
  acceptFailed: 'Die App wurde nicht gekoppelt',
  exposure:
    'Dein Schlüsselsatz ist von der ersten Generation: Ein Gerät, das in 1.x antwortet, könnte aus drei ' +
    'Signaturen deinen Anteil errechnen, und eine App verlangt mehr als das in einer Minute.',

  rights: 'Was sie darf',
  settings: 'Verbindung',
  endsLead: 'Danach ist sie abgemeldet, und ihre Rechte ruhen, bis du sie neu koppelst.',
  openFor: 'So lange warten ihre Fragen auf dich',
  answering: 'Wie sie Antwort bekommt',
  openForSeconds: (seconds) => {
    if (seconds < 60) return `${seconds} Sekunden`
    if (seconds >= 3_600) return 'Eine Stunde'
    return seconds === 60 ? 'Eine Minute' : `${Math.round(seconds / 60)} Minuten`
  },
  nip04: 'Im älteren Verfahren antworten',
  nip04Hint:
    'Manche älteren Apps kennen nur NIP-04. Wer auf einem Relay mitliest, sieht dabei mehr als bei ' +
    'NIP-44 und könnte unbemerkt etwas verändern.',
  usesNip04: 'Sie schreibt im älteren Verfahren (NIP-04): Such nach einer neueren Version der App.',
  authUrl: 'Ihr sagen, wo du antwortest',
  authUrlHint:
    'Während eine Frage wartet, bekommt die App die Adresse dieser Konsole, um sie dir zu zeigen. ' +
    'Manche Apps halten das für einen Fehler.',
  wrongSecrets: (count) =>
    `${plural(count, { one: 'Einmal', other: `${count}-mal` })} hat jemand versucht, mit einem falschen oder ` +
    'verbrauchten Geheimnis zu koppeln. Wenn du das nicht warst, ist der Link in fremde Hände geraten: ' +
    'Er nützt dort nichts mehr.',
  relays: 'Relays',
  relaysChange: 'Ändern',
  relaysTitle: (name) => `Relays von ${name}`,
  relaysLead:
    'Hier treffen sich diese App und Floe. Kann die App es, wird ihr eine Änderung mitgeteilt; andere ' +
    'müssen neu gekoppelt werden.',
  relaysSave: 'Speichern',
  heard: 'Empfang',
  notHeard: 'Kein Empfang',
  former: 'bis die App umgezogen ist',
  log: 'Verlauf',
  logEmpty: 'Sie hat noch nach nichts gefragt.',
  created: (date) => `hinzugefügt ${date}`,
  rename: 'Umbenennen',
  renameTitle: (name) => `${name} umbenennen`,
  renamed: (name) => `Der Name ist jetzt ${name}`,
  changed: (name) => `${name}: geändert`,
  changeFailed: 'Das wurde nicht geändert',
  remove: 'Entfernen',
  removeTitle: (name) => `${name} entfernen?`,
  removeLead:
    'Ab sofort wird nichts mehr beantwortet, was sie fragt. Ihre Rechte und Fragen werden gelöscht; ' +
    'was sie getan hat, bleibt unter „Aktivität“. Das lässt sich nicht rückgängig machen, du kannst sie ' +
    'aber neu hinzufügen.',
  removing: 'Wird entfernt …',
  removed: (name) => `${name} wurde entfernt`,
  removeFailed: 'Die App wurde nicht entfernt',
}
