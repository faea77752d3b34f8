import { pluralsOf } from '#contract/plurals.ts'
import type * as english from '#contract/texts/configure.ts'
import type { Translation } from '#contract/translation.ts'

const plural = pluralsOf('de')

export const configure: Translation<typeof english.configure> = {
  title: 'Signierer einrichten',
  titleUpdate: 'Einrichtung des Signierers ändern',
  existingTitle: 'Schon eingerichtet',
  existing:
    'Dieser Signierer ist schon eingerichtet. Du kannst seine Schlüsseldaten hier ändern oder löschen.',
  warnings: 'Warnungen',

  name: 'Name des Schlüsselsatzes',
  namePlaceholder: 'Meine Identität',
  nameHelp:
    'Wie du diesen Schlüsselsatz nennst. Den Namen wählst du frei, und er bleibt auf diesem Server; zwei ' +
    'Schlüsselsätze dürfen nicht gleich heißen.',
  share: 'Anteil',
  sharePlaceholder: 'bfshare1...',
  shareHelp:
    'Der geheime Teil des Schlüssels, den dieser Server hält. Er beginnt mit bfshare1 und kommt von ' +
    'dort, wo der Schlüsselsatz erstellt wurde; ebenso Pakete mit Passwort, die auch mit bfonboard1 oder ' +
    'bfprofile1 beginnen können. Jedes Gerät braucht einen eigenen Anteil: Verwende nie einen auf zweien.',
  group: 'Gruppendaten',
  groupPlaceholder: 'bfgroup1...',
  groupHelp:
    'Sagen, wer die Mitglieder sind und wie viele von ihnen zusammen signieren. Sie beginnen mit bfgroup1 ' +
    'und sind auf jedem Gerät gleich. Auch sie sind geheim zu halten.',

  shareFormat: 'Das ist kein Anteil. Er muss mit „bfshare“ beginnen und vollständig sein.',
  groupRequired: 'Die Gruppendaten fehlen',
  groupFormat:
    'Das sind keine Gruppendaten. Sie müssen mit „bfgroup“ beginnen und vollständig sein.',
  notOneKeyset: (reason) =>
    `${reason}. Füge Anteil und Gruppendaten desselben Schlüsselsatzes ein.`,
  missing: (fields) => `Es fehlt noch: ${fields.join(', ')}`,

  ofIndex: (index) => `Index ${index}`,
  ofMembers: (threshold, members) => `${threshold} von ${members}`,
  belong: (index, threshold, members) => {
    if (members === 1) return 'Beides gehört zusammen: der einzige Anteil des Schlüsselsatzes.'
    const signers = threshold === members ? `alle ${members}` : `beliebige ${threshold} davon`
    return `Beides gehört zusammen: Anteil ${index} von ${members}; ${signers} können zusammen signieren.`
  },

  movedShare: 'Das war ein Anteil: Er steht jetzt im Feld „Anteil“.',
  movedGroup: 'Das waren Gruppendaten: Sie stehen jetzt im Feld „Gruppendaten“.',
  filledBoth:
    'Was du eingefügt hast, enthält einen Anteil und Gruppendaten: Beide Felder sind ausgefüllt.',
  severalShares: (count) =>
    `Was du eingefügt hast, enthält ${count} Anteile. Füge nur den für diesen Server ein.`,

  created: (button) =>
    'Der neue Schlüsselsatz ist eingetragen: der Anteil, der hier bleibt, und die Gruppendaten. ' +
    `Mit „${button}“ speicherst du beides.`,

  configure: 'Signierer einrichten',
  saving: 'Speichert …',
  update: 'Ändern und weiter',
  continue: 'Weiter',
  configured: 'Der Signierer ist eingerichtet! Deine Schlüsseldaten sind gespeichert.',
  updated: 'Die Schlüsseldaten des Signierers sind geändert!',
  saveFailed: 'Die Schlüsseldaten konnten nicht gespeichert werden',
  refused: (reason) => `Der Signierer konnte nicht eingerichtet werden: ${reason}`,
  unreachableNext: (reason) => `${reason}. Sieh nach, ob Floe läuft, und versuch es noch einmal.`,
  serverNext: (reason) =>
    `${reason}. Nichts wurde geändert. Warum, steht im Log des Servers; versuch es dann noch einmal.`,

  clear: 'Schlüsseldaten löschen',
  clearing: 'Löscht …',
  clearTitle: 'Schlüsseldaten löschen?',
  clearText:
    'Die gespeicherten Schlüsseldaten werden endgültig von diesem Server entfernt, und der Signierer wird ' +
    'gestoppt. Bewahre den Anteil anderswo auf, falls du ihn noch einmal brauchst.',
  nothingCleared: (reason) => `${reason}. Nichts wurde entfernt; versuch es noch einmal.`,
  cleared: 'Die Schlüsseldaten sind gelöscht!',
  clearFailed: 'Die Schlüsseldaten konnten nicht gelöscht werden',

  relays: 'Relays',
  relaysHelp:
    'Server, die Nachrichten zwischen den Mitgliedern weitergeben. Alle Mitglieder brauchen mindestens ' +
    'eines gemeinsam: Wähle die, die deine anderen Geräte nutzen.',
  relaysMore: (count) => `und ${count} weitere`,
  relayCount: (count) => plural(count, { one: '1 Relay', other: `${count} Relays` }),
  relayPlaceholder: 'wss://relay.example.com',
  relayTest: 'Verbindung testen',
  relayTesting: 'Testet …',
  relayTestNote: 'Floe schickt sich über jedes Relay selbst eine Nachricht, von dort, wo es läuft.',
  relayTests: {
    running: 'verbindet sich und schickt uns selbst eine Nachricht, höchstens 10 s lang',
    ok: (latency) =>
      `Funktioniert${latency}: nimmt die Nachrichten des Signierers an und stellt sie zu`,
    refuses: (latency, reason) =>
      `Verbunden${latency}, nimmt aber die Nachrichten des Signierers nicht an: ${reason}`,
    loses: (latency, reason) =>
      `Verbunden${latency} und nimmt Nachrichten an, hat aber keine davon zugestellt: ${reason}`,
    unreachable: (reason) => `Nicht verbunden: ${reason}`,
    failed: (reason) => `Nicht getestet: ${reason}`,
    noReason: 'kein Grund angegeben',
  },
  relaysTested: (works, tested) =>
    tested === 1
      ? `Das Relay ${works === 1 ? 'funktioniert' : 'funktioniert nicht'}`
      : `${works} von ${tested} Relays ${works === 1 ? 'funktioniert' : 'funktionieren'}`,
  relayUntested: 'Nicht getestet',
  relayTestWords: {
    ok: 'Funktioniert',
    warn: 'Eingeschränkt',
    bad: 'Fehlgeschlagen',
    wait: 'Wird getestet',
  },
}

export const scan: Translation<typeof english.scan> = {
  camera: 'Mit der Kamera scannen',
  lead: 'Halte den Code vor die Kamera. Das Bild bleibt in diesem Browser.',
  noCamera: 'Die Kamera ließ sich nicht öffnen',
  noCameraMore: 'Erlaube dieser Seite die Kamera, oder mach ein Bild vom Code und wähle dieses.',
  picture: 'Bild des Codes wählen',
  noCode: 'In diesem Bild ist kein lesbarer QR-Code',
}
