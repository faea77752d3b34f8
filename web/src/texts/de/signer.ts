import { pluralsOf } from '#contract/plurals.ts'
import type * as english from '#contract/texts/signer.ts'
import type { Translation } from '#contract/translation.ts'

const plural = pluralsOf('de')

export const signer: Translation<typeof english.signer> = {
  verdict: 'Kann dieser Signierer signieren?',
  ready: 'Bereit zum Signieren',
  answersOnly: 'Antwortet anderen, kann sie aber nicht fragen',
  asksOnly: 'Fragt andere, antwortet aber niemandem',
  stopped: 'Kann nicht signieren: Der Signierer ist gestoppt',
  notSetUp: 'Nicht eingerichtet',
  connecting: 'Verbindet sich mit den Relays',
  noRelay: 'Kein Empfang von Relays',
  looking: 'Sucht Geräte',
  cannotSign: 'Kann nicht signieren',
  allHeard: (relays) => {
    if (relays === 1) return 'Relay mit Empfang'
    return relays === 2 ? 'Beide Relays mit Empfang' : `Alle ${relays} Relays mit Empfang`
  },
  lastSignature: 'letzte Signatur',
  medianAnswer: 'dauert meist',
  signedThisWeek: 'diese Woche',
  lastKnown: (time, verdict) => `Letzter Stand um ${time}: ${verdict}`,

  title: 'Stand des Signierers auf dem Server',
  states: { running: 'Läuft', starting: 'Startet …', stopped: 'Gestoppt' },
  server: (state) => `Signierer auf dem Server: ${state}`,
  node: (isActive) => `(Node ${isActive ? 'aktiv' : 'inaktiv'})`,
  keyset: 'Schlüssel\u00adsatz',
  index: 'Index',
  threshold: 'Schwelle',
  pubkey: 'Pubkey',
  pubkeyHelp:
    'Der öffentliche Schlüssel zum Anteil dieses Signierers: Daran erkennen ihn die anderen Geräte. Der ' +
    'Schlüssel, für den der ganze Schlüsselsatz signiert, ist group_pk in den decodierten Gruppendaten.',

  startsByItself:
    'Der Server startet den Signierer von selbst, auch nach einem Neustart. Du kannst diese Seite schließen.',
  firstGeneration:
    'Dieser Schlüsselsatz nutzt Schlüsseldaten der ersten Generation: Ein Gerät, das drei 1.x-Signaturen von ' +
    'dir hat, könnte deinen Anteil errechnen. Halte auch die Gruppendaten geheim.',
  whatThisMeans: 'Was das bedeutet',
  firstGenerationRefused:
    'Anfragen in 1.x werden abgelehnt, von diesem Anteil wird also nichts mehr preisgegeben. Was zuvor in ' +
    '1.x signiert wurde, bleibt den Geräten bekannt, für die es signiert wurde.',
  move: 'Auf 2026 umziehen',
}

export const credentials: Translation<typeof english.credentials> = {
  group: 'Gruppendaten',
  share: 'Geheimer Anteil',
  inSentence: { group: 'Gruppendaten', share: 'Anteil' },
  both: 'Schlüsseldaten',
  masked: '••••••••••••',
  show: 'Zeigen oder ändern',
  hide: 'Verbergen',
  members: (count) => plural(count, { one: '1 Mitglied', other: `${count} Mitglieder` }),
  ofIndex: (index) => `Index ${index}`,
  help:
    'Wird von selbst gespeichert, sobald Gruppendaten und Anteil zusammengehören. Bis dahin läuft der ' +
    'Signierer mit dem weiter, was gespeichert ist.',
  decoded: 'Decodiert',
  decodedOf: (what) => `Decodiert: ${what}`,
  raw: 'Rohtext',
  identity: 'Signiert als',
  groupUndecodable: 'Die Gruppendaten lassen sich nicht decodieren',
  shareUndecodable: 'Der Anteil lässt sich nicht decodieren',
  removed:
    'Auf diesem Server sind keine Schlüsseldaten mehr gespeichert: Sie wurden in einem anderen Fenster oder ' +
    'von einem anderen Programm gelöscht. Neue trägst du über „Zur Einrichtung“ ein.',
  partsMissing:
    'Der Teil, der Schlüsseldaten prüft und decodiert, konnte nicht geladen werden; hier lässt sich darum ' +
    'nichts ändern. Lade die Seite neu.',

  otherShare:
    'Der gespeicherte Anteil gehört nicht zu dieser Gruppe. Gib auch einen Anteil dieser Gruppe ein.',
  otherGroup:
    'Dieser Anteil gehört nicht zur gespeicherten Gruppe. Gib auch seine Gruppendaten ein.',
  keptMeanwhile:
    'Nicht gespeichert. Der Signierer läuft mit den gespeicherten Schlüsseldaten weiter.',
  pausing: 'Beides gehört zusammen, wird gespeichert …',
  saving: 'Speichert …',
  saved: 'Schlüsseldaten gespeichert. Der Signierer startet damit.',
  savedOtherKeyset: (name) =>
    `Schlüsseldaten eines anderen Schlüsselsatzes gespeichert. Er heißt noch „${name}“: Das änderst du über „Zur Einrichtung“.`,
  saveFailed: 'Schlüsseldaten nicht gespeichert',
}

export const changes: Translation<typeof english.changes> = {
  cleared: 'Die gespeicherten Schlüsseldaten wurden anderswo gelöscht',
  changed: 'Anderswo wurden andere Schlüsseldaten gespeichert',
}
