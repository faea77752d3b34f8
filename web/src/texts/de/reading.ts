import { pluralsOf } from '#contract/plurals.ts'
import type { reading as english } from '#contract/texts/reading.ts'
import type { Translation } from '#contract/translation.ts'

const plural = pluralsOf('de')

const people = (count: number): string =>
  plural(count, { one: '1 Person', other: `${count} Personen` })
const events = (count: number): string =>
  plural(count, { one: '1 Event', other: `${count} Events` })
const calledSo = (name: string | undefined): string =>
  name === undefined ? '' : ` namens „${name}“`

export const reading: Translation<typeof english> = {
  locale: 'de',

  fields: {
    name: 'Name',
    display_name: 'Anzeigename',
    about: 'Über',
    picture: 'Bild',
    banner: 'Banner',
    nip05: 'Adresse (NIP-05)',
    lud16: 'Zahlungen an',
    lud06: 'Zahlungen an (LNURL)',
    website: 'Website',
  },
  noProfile: 'Kein Profil',
  empty: 'Lässt leer',
  otherFields: 'Andere Felder',

  tags: {
    title: 'Titel',
    subject: 'Betreff',
    summary: 'Zusammenfassung',
    'content-warning': 'Inhaltswarnung',
    relay: 'Relay',
    challenge: 'Challenge',
    t: 'Wofür',
    server: 'Server',
    x: 'Datei',
    expiration: 'Bis',
    u: 'Adresse',
    method: 'Methode',
    relays: 'Relays',
    amount: 'Betrag',
    response: 'Auswahl',
    option: 'Möglichkeit',
    endsAt: 'Endet',
    i: 'Konto anderswo',
  },
  tag: (name) => `Tag ${name}`,
  moreOf: (label) => `Weitere: ${label}`,
  notShown: 'Nicht gezeigt',
  tagsNamed: (count, names) =>
    plural(count, { one: `1 Tag: ${names}`, other: `${count} Tags: ${names}` }),
  characters: (count) => plural(count, { one: '1 Zeichen', other: `${count} Zeichen` }),
  host: 'Führt zu',
  any: 'jeder',
  dated: 'Datiert auf',

  zaps: 'Zaps gehen an',
  weighted: (key, weight) => `${key}, Gewicht ${weight}`,
  goesTo: 'Geht an',
  sats: (count) => plural(count, { one: '1 Sat', other: `${count.toLocaleString('de')} Sats` }),
  notSaid: 'nicht gesagt',
  reports: 'Meldet als',

  follows: 'Du folgst dann',
  people,

  relayUses: { read: 'Liest auf', write: 'Schreibt auf', both: 'Liest und schreibt auf' },
  relays: 'Relays',
  moreRelays: 'Weitere Relays',
  none: 'keine',

  deletes: 'Löscht',
  events,
  ofKinds: 'Von diesen Typen',
  kind: (kind) => `Typ ${kind}`,
  reason: 'Grund',

  reaction: 'Reaktion',
  likes: 'gefällt',
  dislikes: 'gefällt nicht',

  unknownKind: 'Floe kennt diesen Typ nicht: Damit ist alles möglich',
  vanishes: 'Relays löschen alles, was du veröffentlicht hast',
  relayLogin: 'wer es hat, kann lesen, was dieses Relay für dich aufbewahrt',
  deletesFiles: 'löscht Dateien',
  datedAhead: 'ist vordatiert: Bis dahin behalten Relays nichts Neueres an seiner Stelle',
  datedBack: 'ist rückdatiert: Relays behalten eine neuere Fassung, falls es eine gibt',
  websiteLogin: 'wer es hat, gilt unter dieser Adresse als du',
  replacesAny: (named) => `ersetzt, was es schon gibt${calledSo(named)}`,
  replaces: (day, named) => `ersetzt die Fassung${calledSo(named)} vom ${day}`,
  isOlder: (day, named) =>
    `ist älter als die Fassung${calledSo(named)} vom ${day}, die Relays behalten`,

  adds: 'Neu',
  addsField: (field) => `Neu: ${field}`,
  loses: 'Entfällt',
  keeps: 'Bleibt',
  takesAwayField: (field) => `Entfällt: ${field}`,
  otherFieldsChanged: 'Andere Felder geändert',
  otherFieldsGone: 'Andere Felder entfallen',
  unchanged: 'Unverändert',
  changes: 'Änderungen',
  nothing: 'keine',
  moreTagChanges: 'Weitere Änderungen an Tags',
  andMore: (shown, more) => `${shown} und ${more} weitere`,
  listed: {
    ...{ people: 'Personen', relays: 'Relays', events: 'Events', hashtags: 'Hashtags' },
    words: 'Wörter',
  },
  counted: {
    people,
    relays: (count) => plural(count, { one: '1 Relay', other: `${count} Relays` }),
    events,
    hashtags: (count) => plural(count, { one: '1 Hashtag', other: `${count} Hashtags` }),
    words: (count) => plural(count, { one: '1 Wort', other: `${count} Wörter` }),
    tags: (count, name) =>
      plural(count, { one: `1 Tag „${name}“`, other: `${count} Tags „${name}“` }),
  },
  content: { label: 'Inhalt', encrypted: 'Verschlüsselter Teil' },
  contentChange: { isNew: 'ist neu', isGone: 'entfällt', changes: 'ändert sich' },
}
