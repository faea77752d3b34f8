import { pluralsOf } from '#contract/plurals.ts'
import type { moving as english } from '#contract/texts/moving.ts'
import type { Translation } from '#contract/translation.ts'

const plural = pluralsOf('de')
const list = new Intl.ListFormat('de')

export const moving: Translation<typeof english> = {
  title: 'Auf das Protokoll 2026 umziehen',
  titleFresh: 'Neue Anteile desselben Schlüssels',
  stepsLabel: 'Schritte',
  next: 'Weiter',
  finish: 'Fertig',
  steps: {
    way: 'Wählen',
    peers: 'Geräte',
    shares: 'Anteile',
    settings: 'Neue Anteile',
    save: 'Dieses Gerät',
    packages: 'Übergeben',
    summary: 'Fertig',
  },

  wayTitle: 'Dieselbe Identität, sicherere Signaturen',
  wayLead:
    'In 1.x entstehen alle Signaturen eines Geräts aus denselben zwei verborgenen Zahlen: Nach drei davon ' +
    'kann ein unehrliches anderes Gerät dessen Anteil errechnen. Das Protokoll 2026 nimmt jedes Mal ' +
    'frische Zahlen.',
  notHealedTitle: 'Was der Umzug nicht heilt',
  notHealed: [
    'Signaturen, die in 1.x gegeben wurden, sind gegeben. Ein Gerät, das drei davon bekommen hat, kennt ' +
      'diesen Anteil vielleicht schon, und niemand kann es feststellen.',
    'Neue Anteile helfen gegen Anteile, die einzeln nach außen gelangt sind. Sie helfen nicht, wenn es der ' +
      'ganze Schlüssel ist: Wer die Gruppendaten von 1.x und ein paar Signaturen hat, die du ' +
      'veröffentlicht hast, kann ihn errechnen.',
    'Wenn du das befürchtest, nimm einen neuen Schlüssel, also eine neue Identität.',
  ],
  chooseWay: 'Wie möchtest du umziehen?',
  ways: {
    keep: [
      'Die Anteile behalten',
      'Hier ist nichts zu tun: Dieser Signierer spricht beide Protokolle. Du aktualisierst die Apps auf den ' +
        'anderen Geräten. Was ein Anteil preisgegeben hat, bleibt preisgegeben.',
    ],
    deal: [
      'Denselben Schlüssel neu aufteilen',
      'Der npub bleibt. Jedes Gerät bekommt einen neuen Anteil; ein alter, der nach außen gelangt ist, ist für ' +
        'sich allein wertlos, sobald die alten gelöscht sind. Du brauchst hier genug der alten Anteile.',
    ],
  },

  peersTitle: 'Wer schon 2026 spricht',
  peersLead:
    'Dieser Signierer fragt in 2026, sobald genug Geräte es sprechen. Aktualisiere die App auf den anderen ' +
    'und lass sie eingeschaltet: Hier ändern sie sich von selbst.',
  peerStates: {
    next: 'Spricht 2026',
    both: 'Spricht 2026 und 1.x',
    old: 'Spricht nur 1.x',
    unheard: 'Noch nicht gemeldet',
  },
  noPeers: 'Dieser Schlüsselsatz hat kein anderes Gerät.',
  peersFailed: 'Die Geräteliste konnte nicht geladen werden',
  allMoved: 'Alle Geräte sprechen 2026: 1.x wird nicht mehr gebraucht.',
  notAllMoved: (moved, total) =>
    `${moved} von ${plural(total, { one: '1 Gerät', other: `${total} Geräten` })} ` +
    `${plural(moved, { one: 'spricht', other: 'sprechen' })} 2026. 1.x lässt sich gefahrlos ablehnen, ` +
    'sobald es alle tun.',
  stopAnswering: '1.x nicht mehr beantworten',
  stopping: 'Speichert …',
  stopped: 'Anfragen in 1.x werden ab jetzt abgelehnt',
  isStopped: 'Anfragen in 1.x werden abgelehnt.',

  appTitle: 'Eine App, die ihren alten Anteil nicht übernehmen kann',
  appLead:
    'Gib ihr denselben Anteil als Paket des Protokolls 2026: Füge hier den Anteil jenes Geräts ein und ' +
    'öffne das Paket in der App. Was der Anteil preisgegeben hat, bleibt preisgegeben.',
  appShare: 'Anteil jenes Geräts',
  appSharePlaceholder: 'bfshare1...',
  appShareHint: 'Aus seiner alten App. Er wird einmal benutzt und nicht aufbewahrt.',
  appOwnShare: 'Das ist der Anteil dieses Signierers. Füge den des anderen Geräts ein.',
  appPlainHttp:
    'Diese Seite kam über einfaches HTTP: Der Anteil wird unverschlüsselt durch dein Netz gehen.',
  seal: 'Paket erstellen',
  sealing: 'Wird erstellt …',
  sealFailed: (reason) => `Das Paket konnte nicht erstellt werden: ${reason}`,
  sealedLead: (index) =>
    `Das Paket für Gerät ${index} ist erstellt, und es gibt es nur auf dieser Seite. Ohne sein Passwort ` +
    'ist es wertlos.',
  sealedWhat: {
    profile: (index) => `Paket für Gerät ${index}`,
    share: (index) => `Anteil von Gerät ${index}`,
    password: (index) => `Passwort für Gerät ${index}`,
  },
  profile: 'Paket (bfprofile)',
  profileFact: 'Anteil, Gruppe und Relays',
  profileTooLong: 'Zu lang für einen QR-Code: Nimm den Text oder die Datei.',
  shareAlone: 'Nur der Anteil (bfshare)',
  shareAloneFact: 'für eine App, die die Gruppe hat',
  sealedPasswordLead:
    'Das Passwort für beide. Gib es getrennt vom Paket weiter: Wer beides hat, hat den Anteil.',
  sealedOnce:
    'Sobald es dort läuft, entferne die alte App: Ein Anteil ist dafür gedacht, an einem Ort zu laufen.',
  sealAnother: 'Noch ein Gerät',

  sharesTitle: 'Genug der alten Anteile',
  sharesLead:
    'Der Schlüssel wird auf diesem Server für einen Augenblick zusammengesetzt, neu aufgeteilt und ' +
    'vergessen. Dazu braucht es einige der Anteile, die du jetzt hast; der dieses Signierers ist schon da.',
  sharesNeeded: (threshold, total) => `Du brauchst ${threshold} der ${total} alten Anteile`,
  sharesPlainHttp:
    'Diese Seite kam über einfaches HTTP: Die Anteile werden unverschlüsselt durch dein Netz gehen.',

  settingsTitle: 'Die neuen Anteile',
  settingsLead:
    'Einer davon ist für diesen Signierer. Jeder andere geht an eines deiner Geräte, auch an die, die ' +
    'einen alten haben.',
  relaysNeeded: 'Auf diesen Relays treffen sich die Geräte: Jede Einladung nennt sie.',
  deal: 'Neu aufteilen',
  dealing: 'Teilt auf …',
  dealt: 'Der Schlüssel ist neu aufgeteilt',
  failed: (reason) => `Der Schlüssel konnte nicht neu aufgeteilt werden: ${reason}`,
  unreadable:
    'Die Antwort des Servers passt nicht zur Anfrage. Lade die Seite neu und versuch es noch einmal.',

  saveTitle: 'Zuerst dieser Signierer',
  saveLead:
    'Er übernimmt seinen neuen Anteil, bevor du die anderen übergibst: Von ihm erfahren die neuen Geräte, wer ' +
    'die Mitglieder sind.',
  sameIdentity: 'Dieselbe Identität wie zuvor',
  oldStop:
    'Ab hier können Geräte mit alten Anteilen nicht mehr mit diesem Signierer signieren, bis jedes seinen ' +
    'neuen hat.',
  oldStay:
    'Die alten Anteile öffnen den Schlüssel noch immer: Sobald die neuen Geräte laufen, lösche sie überall.',
  oldTitle: 'Bewahre den alten Anteil dieses Signierers so lange auf',
  oldLead:
    'Der neue tritt hier an seine Stelle. Gehen die Einladungen verloren, führt der Weg zurück über diesen ' +
    'Anteil und seine Gruppe: Trag sie dann wieder in die Einrichtung ein.',
  oldShare: 'Alter Anteil',
  oldGroup: 'Alte Gruppendaten',
  oldWhat: { share: 'Anteil vor dem Umzug', group: 'Gruppendaten vor dem Umzug' },
  oldKept: 'Ich habe beides aufbewahrt oder anderswo eine Kopie davon',
  oldAbout: (name) => `Schlüsselsatz „${name}“, Anteil eines Signierers vor dem Umzug auf 2026.`,
  oldUse: 'Das ist geheim. Lösche es, sobald die neuen Geräte laufen.',
  oldPart: 'alter-anteil',
  understood: 'Ich habe alle Geräte zur Hand oder komme solange ohne sie aus',
  save: 'Anteil dieses Signierers speichern',
  saving: 'Speichert …',
  saved: 'Dieser Signierer hat seinen neuen Anteil',
  saveFailed: (reason) => `Der neue Anteil konnte nicht gespeichert werden: ${reason}`,

  packageTitle: (number, total) => `Gerät ${number} von ${total}`,
  packageLead:
    'Bring diese Einladung auf das Gerät und öffne sie dort, in einer App, die 2026 spricht, oder in einem ' +
    'anderen Floe. Ohne ihr Passwort ist sie wertlos.',
  package: (index) => `Einladung für Gerät ${index}`,
  what: {
    package: (index) => `Einladung für Gerät ${index}`,
    password: (index) => `Passwort für Gerät ${index}`,
  },
  download: 'Als Datei herunterladen',
  password: 'Passwort',
  passwordLead:
    'Gib es getrennt von der Einladung weiter: mündlich, oder indem du es eintippst. Wer beides hat, hat ' +
    'den Anteil.',
  waiting: 'Wartet, bis dieses Gerät online kommt',
  waitingHint:
    'Öffne die Einladung dort. Das Gerät fragt dann diesen Signierer nach der Gruppe und erscheint hier.',
  online: 'Dieses Gerät ist online und spricht 2026',
  handedOut: 'Es hat die Einladung und kommt später online',

  fileAbout: (name, index, total) =>
    `Schlüsselsatz „${name}“, Einladung für Gerät ${index} von ${total}.`,
  fileUse:
    'Öffne sie mit ihrem Passwort, das nicht in dieser Datei steht, in einer App, die das Protokoll 2026 spricht.',
  filePart: 'einladung',
  profileAbout: (name, index) => `Schlüsselsatz „${name}“, Paket für Gerät ${index}.`,
  profilePart: 'paket',

  summaryTitle: 'Alle Einladungen sind übergeben',
  summaryLead: 'Jedes Gerät erscheint hier, sobald es mit seinem neuen Anteil online war.',
  member: (index) => `Gerät ${index}`,
  states: {
    here: 'hat seinen neuen Anteil',
    online: 'online mit seinem neuen Anteil',
    waiting: 'hat seine Einladung, noch nicht online',
  },
  stateWords: { done: 'Erledigt', waiting: 'Wartet' },
  deleteOld:
    'Lösche die alten Anteile und die alten Gruppendaten überall: in den alten Apps, in Dateien, in ' +
    'Sicherungen. Solange es genug von ihnen gibt, sind sie der Schlüssel.',
  refuseLead:
    'Die neuen Anteile taugen nicht für 1.x. Du kannst 1.x auch in den Einstellungen ablehnen; dann bleibt ' +
    'es abgelehnt, falls hier je wieder ein alter Anteil gespeichert wird.',

  leaveTitle: 'Gehen und diese Einladungen verlieren?',
  leaveBefore:
    'Noch wurde nichts gespeichert: Die alten Anteile bleiben gültig, und die neuen sind vergessen.',
  leaveTitleBefore: 'Ohne neue Anteile gehen?',
  leaveText: (lost) =>
    plural(lost.length, {
      one: `Die Einladung für Gerät ${list.format(lost.map(String))} gibt es nur auf dieser Seite, und mit ihr geht sie verloren.`,
      other: `Die Einladungen für die Geräte ${list.format(lost.map(String))} gibt es nur auf dieser Seite, und mit ihr gehen sie verloren.`,
    }),
  leaveUseless: (threshold) =>
    `Dann sind weniger als ${threshold} neue Anteile draußen, und dieser Signierer könnte mit niemandem signieren. Um zurückzukehren, trag den alten Anteil und die alten Gruppendaten, die du aufbewahrt hast, in die Einrichtung ein.`,
  stay: 'Bleiben',
  leave: 'Gehen und verlieren',
  leaveAnyway: 'Gehen',
}
