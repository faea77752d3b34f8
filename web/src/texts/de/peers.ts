import { pluralsOf } from '#contract/plurals.ts'
import type * as english from '#contract/texts/peers.ts'
import type { Translation } from '#contract/translation.ts'

const plural = pluralsOf('de')
const numbers = new Intl.NumberFormat('de')

export const peers: Translation<typeof english.peers> = {
  title: 'Geräteliste',
  loading: 'Geräte werden geladen …',
  detecting: 'Sucht nach Geräten, die online sind …',
  failed: 'Die Geräte konnten nicht geladen werden',
  initializeFailed: 'Die Geräteliste konnte nicht vorbereitet werden',
  none: 'Noch keine Geräte gefunden',
  stopped: 'Starte den Signierer, um Geräte zu finden',
  error: 'Fehler',
  online: (count) => `${count} online`,
  below: (rows) => `${rows} weitere darunter`,
  total: (count) => `${count} insgesamt`,
  average: (ms) => `Ø ${ms} ms`,
  refresh: 'Geräteliste neu laden und alle anpingen',
  someOnline: 'Geräte sind online',
  noneOnline: 'Kein Gerät ist online',
  rows: 'Geräte der Liste',
  shownBefore: (reason) => `${reason}. Gezeigt wird der letzte Stand.`,
  notWatched: (reason) => `Diese Liste ist fest und wird nicht überwacht: ${reason}`,

  shares: {
    kept: 'Noch nicht hinzugefügt',
    handedOut: 'Eingeladen, noch nicht online',
    lost: 'Weg: kein Gerät hat ihn',
  },
  add: 'Hinzufügen',
  addOf: (share) => `Ein Gerät für ${share} hinzufügen`,

  twoDevices: 'Zwei Geräte laufen mit diesem Anteil: Schalte eines endgültig ab',
  words: { online: 'Online', offline: 'Offline', unknown: 'Unbekannt' },
  offlineHint:
    'Offline – in P2P-Netzen sind Zeitüberschreitungen normal, da Geräte nicht immer direkt erreichbar sind',
  seen: (when) => `gesehen ${when}`,
  seenNever: 'noch nicht gesehen',
  tried: (when) => `versucht ${when}`,
  partialSignatures: (count) =>
    plural(count, { one: '1 Signatur', other: `${numbers.format(count)} Signaturen` }),
  latency: 'Ping:',
  pubkeyOf: (peer) => `Öffentlichen Schlüssel von ${peer}`,
  noPing: 'noch kein Ping beantwortet',
  plot: (fastest, slowest, lost, total) =>
    `schnellster ${fastest}, langsamster ${slowest}, ${lost} von ${total} verloren`,
  plotAllLost: (total) => `${total} von ${total} verloren`,

  ping: 'Dieses Gerät anpingen',
  pingOf: (peer) => `Dieses Gerät anpingen, ${peer}`,
  answered: (peer, ms) => `${peer} hat in ${ms} ms geantwortet`,
  lost: (peer) => `${peer} hat nicht geantwortet`,
  allAnswered: (answered, total) =>
    `${answered} von ${total} Geräten ${answered === 1 ? 'hat' : 'haben'} geantwortet`,
  pingFailed: (reason) => `Ping fehlgeschlagen: ${reason}`,

  send: 'send',
  recv: 'recv',
  sendTo: (peer) => `send: Anfragen an ${peer} erlauben`,
  recvFrom: (peer) => `recv: Anfragen von ${peer} erlauben`,
  sendOn: (peer) => `${peer} wird wieder um Signaturen gebeten`,
  sendOff: (peer) => `${peer} wird um nichts mehr gebeten`,
  recvOn: (peer) => `Anfragen von ${peer} werden wieder beantwortet`,
  recvOff: (peer) => `Anfragen von ${peer} werden jetzt abgelehnt`,
  policyBack: (peer) => `${peer} darf wieder, was vorher erlaubt war`,
  policyFailed: 'Die Rechte wurden nicht geändert',
  older: {
    title: 'Auch im älteren Protokoll 1.x',
    hint:
      'Dieses Gerät spricht 2026. In 1.x gibt jede Signatur einen Teil dieses Anteils preis, und drei ' +
      'genügen, um ihn zu errechnen. Ist das aus, wird es in 1.x um nichts gebeten und bekommt dort nichts, ' +
      'auch wenn es in 2026 schweigt.',
    allow: (peer) => `1.x mit ${peer} erlauben`,
    told: (peer, on) =>
      on ? `Mit ${peer} wird auch in 1.x signiert` : `Mit ${peer} wird nur in 2026 signiert`,
  },
  permissions: (denied) =>
    denied === 0 ? 'Einzelne Rechte' : `Einzelne Rechte: ${denied} verweigert`,
  asked: 'Dieser Server darf es bitten um',
  asks: 'Es darf diesen Server bitten um',
  operations: {
    'send.sign': {
      title: 'Signaturen',
      on: (peer) => `${peer} wird wieder um Signaturen gebeten`,
      off: (peer) => `${peer} wird nicht mehr um Signaturen gebeten`,
    },
    'send.ecdh': {
      title: 'Schlüsselaustausch, für private Nachrichten',
      on: (peer) => `${peer} wird wieder um Schlüsselaustausch gebeten`,
      off: (peer) => `${peer} wird nicht mehr um Schlüsselaustausch gebeten`,
    },
    'receive.sign': {
      title: 'Signaturen',
      on: (peer) => `${peer} bekommt wieder Signaturen`,
      off: (peer) => `${peer} bekommt keine Signaturen mehr`,
    },
    'receive.ecdh': {
      title: 'Schlüsselaustausch, für private Nachrichten',
      on: (peer) => `${peer} bekommt wieder Schlüsselaustausch`,
      off: (peer) => `${peer} bekommt keinen Schlüsselaustausch mehr`,
    },
    'receive.onboard': {
      title: 'die Gruppe, um mit einer Einladung beizutreten',
      on: (peer) => `${peer} darf wieder beitreten`,
      off: (peer) => `${peer} darf nicht mehr beitreten`,
    },
  },

  more: 'Diagnose und Überwachung',
  diagnosticsLead:
    'Drei Runden Pings an jedes Gerät, im Abstand von einer Sekunde: wer nicht antwortet und wie sehr die Antwortzeiten schwanken.',
  diagnose: 'Diagnose starten',
  diagnosing: 'Läuft …',
  diagnosis: 'Ergebnis',
  diagnosisFailed: (reason) => `Diagnose fehlgeschlagen: ${reason}`,
  diagnosisColumns: {
    lost: 'Verloren',
    fastest: 'Kürzeste',
    average: 'Mittel',
    slowest: 'Längste',
  },
  lostOf: (lost, rounds) => `${lost} von ${rounds}`,
  monitor: 'Jedes Gerät zweimal pro Minute anpingen',
  monitorHint: 'Sonst fällt erst auf, dass ein Gerät weg ist, wenn eine Anfrage daran scheitert.',
  monitorOn: 'Jedes Gerät wird zweimal pro Minute angepingt',
  monitorOff: 'Geräte werden nur angepingt, wenn du es verlangst',
  monitorFailed: 'Die Überwachung wurde nicht umgeschaltet',
}

export const uptime: Translation<typeof english.uptime> = {
  share: (label, percent) => `${label}: ${percent} % der Zeit da`,
  always: (label) => `${label}: immer da`,
  never: (label) => `${label}: nie da`,
  unwatched: (label) => `${label}: niemand hat hingesehen`,
}
