import { pluralsOf } from '#contract/plurals.ts'
import type { devices as english } from '#contract/texts/devices.ts'
import type { Translation } from '#contract/translation.ts'
import { withDative } from './durations.ts'

const plural = pluralsOf('de')
const list = new Intl.ListFormat('de')
const shares = (count: number): string =>
  plural(count, { one: '1 Anteil', other: `${count} Anteile` })

export const devices: Translation<typeof english> = {
  add: 'Neues Gerät',
  title: 'Geräte',
  lead: (threshold, members) =>
    `${threshold} von ${members} Geräten signieren zusammen. Jedes andere Gerät bekommt einen eigenen ` +
    'Anteil, in einer Einladung, die ein Passwort öffnet.',
  loadFailed: 'Die Anteile konnten nicht geladen werden',
  back: 'Zurück zum Signierer',

  list: 'Anteile',
  share: (index) => `Anteil ${index}`,
  spare: 'für ein anderes Gerät',
  states: {
    here: 'hat seinen eigenen Anteil',
    kept: 'hier aufbewahrt, noch nicht übergeben',
    handedOut: 'übergeben, sein Gerät war noch nicht online',
    online: 'online, hat noch nicht signiert',
    done: 'hat signiert, der Anteil wird hier nicht mehr aufbewahrt',
    lost: 'in keiner Sicherung enthalten und darum nach dem Einspielen nicht mehr da',
  },
  words: {
    here: 'Erledigt',
    kept: 'Nicht übergeben',
    handedOut: 'Wartet',
    online: 'Wartet',
    done: 'Erledigt',
    lost: 'Weg',
  },
  heardBefore:
    'Mit diesem Anteil war schon ein Gerät online. Übergib ihn nur, wenn jenes endgültig weg ist.',
  heardSince: 'Seitdem war ein Gerät mit diesem Anteil online: Es hat ihn.',
  twoDevices:
    'Zwei Geräte sind mit diesem Anteil online und kommen sich in die Quere. Schalte das frühere endgültig ab.',
  handOut: 'Übergeben',
  handOutWhat: (what) => `${what} übergeben`,
  showAgain: 'Noch einmal zeigen',
  showAgainWhat: (what) => `${what} noch einmal zeigen`,
  showFailed: 'Die Einladung konnte nicht gezeigt werden',
  delete: (what) => `${what} hier löschen`,
  holdsKey: (held, threshold) =>
    `Dieser Server bewahrt ${shares(held)} auf, und ${threshold} ergeben den Schlüssel: Bis genug ` +
    'übergeben oder gelöscht sind, hat den ganzen Schlüssel, wer diesen Rechner in die Hand bekommt.',
  spares: (count) =>
    plural(count, {
      one: '1 Anteil liegt hier für ein Gerät, das du später hinzufügst. Keine Sicherung enthält ihn.',
      other: `${count} Anteile liegen hier für Geräte, die du später hinzufügst. Keine Sicherung enthält sie.`,
    }),
  none: 'Für ein weiteres Gerät ist kein Anteil mehr da. Bring den Anteil eines Geräts mit, das endgültig weg ist, oder teile den Schlüssel für alle Geräte neu auf.',

  wizard: { label: 'Schritte', steps: ['Identität', 'Gerät', 'Beweis'] },
  madeTitle: (identity) => `${identity} ist bereit`,
  madeLead:
    'Das ist der öffentliche Schlüssel. Füge nun ein zweites Gerät hinzu, das mit diesem Server signiert.',
  handOutTitle: (index) => `Ein Gerät für Anteil ${index}`,
  nameLead: 'Wie heißt es? Kein anderes Gerät kann diesen Anteil dann noch bekommen.',
  name: 'Name des Geräts',
  placeholder: 'Laptop',
  suggested: (index) => `Gerät ${index}`,
  app: 'App, die sie öffnet',
  apps: {
    floe: 'Ein anderes Floe',
    pwa: 'Igloo für Browser und Handy',
    chrome: 'Igloo für Chrome',
    home: 'Igloo für den Computer',
    older: 'Ein Igloo von vor 2026-06',
  },
  otherApp: 'Für eine andere App',
  getApp: (app) => `${app} holen`,
  olderHint: 'Für igloo-pwa 0.2, igloo-chrome 0.3 und igloo-home 0.2.',
  prepare: 'Einladung erstellen',
  preparing: 'Wird erstellt …',
  failed: (reason) => `Der Anteil wurde nicht übergeben: ${reason}`,
  packageTitle: (name) => `Einladung für ${name}`,
  packageLead: 'Scanne sie mit dem Gerät, oder kopiere sie dorthin. Dann folgt ihr Passwort.',
  may: 'Das Gerät kann dann mit deinen anderen zusammen signieren, nie allein.',
  toPassword: 'Weiter: das Passwort',
  what: {
    package: (name) => `Einladung für ${name}`,
    password: (name) => `Passwort für ${name}`,
  },
  download: 'Als Datei herunterladen',
  passwordTitle: (name) => `Passwort für ${name}`,
  passwordLead: 'Tippe es dort ein, oder sag es an. Wer es und die Einladung hat, hat den Anteil.',
  wordsLead: (name) => `Vier Wörter, die dann auch ein Floe auf ${name} zeigt:`,
  steps: {
    handedOut: 'Wartet, bis dieses Gerät online kommt',
    online: 'Online: wartet auf seine erste Signatur',
    done: 'Es hat signiert',
    kept: 'Nicht übergeben',
    lost: 'Sein Anteil ist hier weg: Keine Sicherung enthält ihn',
  },
  handedOutHint:
    'Du kannst diese Seite verlassen: Die Einladung bleibt hier, bis das Gerät signiert hat.',
  proven: (name) => `${name} und dieser Server haben zusammen signiert`,
  provenLead: 'Sein Anteil wird hier nicht mehr aufbewahrt.',
  provenIn: (took) => `In ${took}. Sein Anteil wird hier nicht mehr aufbewahrt.`,
  whatNow: 'Wie weiter?',
  pairApp: 'App verbinden',
  done: 'Fertig',
  onlineHint: (problem) => `Noch nicht: ${problem}`,
  next: 'Nächstes Gerät',
  fileAbout: (group, index, members, name) =>
    `Schlüsselsatz „${group}“, Anteil ${index} von ${members}, für ${name}.`,

  test: {
    do: 'Testsignatur',
    testing: 'Signiert …',
    hint: 'Zeigt mit einer Signatur, die niemand brauchen kann, dass es funktioniert.',
    done: 'Signiert',
    notDone: 'Nicht signiert',
    signed: (others, took) =>
      others.length === 0
        ? `Signiert in ${took}`
        : `Mit ${list.format(others)} signiert in ${took}`,
    failed: (reason) => `Nicht signiert: ${reason}`,
  },

  lostTitle: (indices) =>
    plural(indices.length, {
      one: `Anteil ${indices[0]} ist weg`,
      other: `Anteile ${list.format(indices.map(String))} sind weg`,
    }),
  lostLead: (count) =>
    plural(count, {
      one:
        'Er lag hier für ein anderes Gerät, als die Sicherung gemacht wurde, die du eingespielt hast, und keine ' +
        'Sicherung enthält solche Anteile. Hat ihn seitdem kein Gerät bekommen, gibt es kein Gerät mit ihm, und es kommt auch keines.',
      other:
        'Sie lagen hier für andere Geräte, als die Sicherung gemacht wurde, die du eingespielt hast, und keine ' +
        'Sicherung enthält solche Anteile. Haben sie seitdem keine Geräte bekommen, gibt es keine Geräte mit ihnen, und es kommen auch keine.',
    }),
  lostEnough: (left, threshold) =>
    `Von diesem Schlüssel ${plural(left, { one: 'ist', other: 'sind' })} höchstens noch ${shares(left)} übrig, und ${threshold} signieren zusammen. Gib ` +
    'allen Geräten neue Anteile, solange das geht: Der npub bleibt.',
  lostTooMany: (left, threshold) =>
    `Von diesem Schlüssel ${plural(left, { one: 'ist', other: 'sind' })} höchstens noch ${shares(left)} übrig, und ${threshold} signieren zusammen: Er kann ` +
    'nicht mehr signieren, außer die fehlenden finden sich auf einem Gerät oder im Datenordner von vorher. Mit ' +
    'seinem nsec kannst du einen Schlüsselsatz desselben Schlüssels erstellen, mit neuen Anteilen.',
  deal: 'Neue Anteile verteilen',
  forgetTitle: (index) => `Anteil ${index} von der Liste nehmen?`,
  forgetLead:
    'Hier wird nichts mehr von ihm aufbewahrt. Dass er weg ist, wird dir dann nicht mehr gesagt; findest du ihn, kannst du ihn noch mitbringen.',
  forgetConfirm: 'Von der Liste nehmen',

  deleteTitle: (index) => `Anteil ${index} hier löschen?`,
  deleteKept:
    'Kein Gerät hat ihn, und keine Sicherung enthält ihn: Er ist endgültig verloren, und du kannst ein Gerät weniger hinzufügen.',
  deleteHandedOut: (name) =>
    `Die Einladung für ${name} lässt sich dann nicht mehr zeigen. Gültig bleibt sie trotzdem: Wer sie und ` +
    'ihr Passwort hat, kann noch zu diesem Gerät werden, sobald du es beitreten lässt. Wertlos wird sie nur, ' +
    'wenn alle Geräte neue Anteile bekommen.',
  deleteUseless: (threshold) =>
    `Dann sind weniger als ${threshold} Anteile übrig, außer Geräte haben ihren schon: Der Schlüssel könnte verloren sein.`,
  deleteConfirm: 'Anteil löschen',
  deleted: (index) => `Anteil ${index} wird hier nicht mehr aufbewahrt`,
  deleteFailed: 'Der Anteil konnte nicht gelöscht werden',

  bring: 'Anteil mitbringen',
  bringLead:
    'Ein Gerät, das endgültig weg ist, macht seinen Anteil für ein anderes frei, wenn du ihn noch hast: als ' +
    'Anteil (bfshare), als nsec oder als bfshare-Paket mit Passwort.',
  bringField: 'Anteil des Geräts, das weg ist',
  bringPassword: 'Passwort des Pakets',
  bringDo: 'Hier aufbewahren',
  bringing: 'Wird geprüft …',
  brought: 'Der Anteil wird hier für ein anderes Gerät aufbewahrt',
  bringFailed: (reason) => `Der Anteil wurde nicht angenommen: ${reason}`,
  replaces: (name) => `${name} ist endgültig weg und kommt mit diesem Anteil nicht wieder`,

  page: {
    memberOf: (member) => `Anteil ${member}`,
    online: 'online',
    onlineFor: (duration) => `online ${withDative('seit', duration)}`,
    offlineSince: (when) => `offline seit ${when}`,
    notSeen: 'noch nicht gesehen',
    notKnown: 'nicht bekannt: kein Empfang von Relays',
    all: 'Alle Geräte',
    rename: (name) => `${name} umbenennen`,
    renameShort: 'Umbenennen',
    proven: (when) => `Nachgewiesen ${when}`,
    rights: 'Was es darf',
    presence: 'Wann es da war',
    ping: 'Anpingen',
    day: 'Letzte 24 Stunden',
    week: 'Letzte 7 Tage',
    answers: 'Antwortet in',
    activity: 'Was es signiert hat',
    activityEmpty: 'Es hat noch nichts signiert.',
    replace: 'Ersetzen oder entfernen',
    replaceLead:
      'Sein Anteil bleibt darauf: Nur neue Anteile für alle anderen Geräte schließen es für immer aus. ' +
      'Schalte bis dahin aus, was es darf.',
    handOn: 'Seinen Anteil einem anderen Gerät geben',
    freshShares: 'Neue Anteile machen',
  },
}
