import { pluralsOf } from '#contract/plurals.ts'
import type { joining as english } from '#contract/texts/joining.ts'
import type { Translation } from '#contract/translation.ts'

const plural = pluralsOf('de')

export const joining: Translation<typeof english> = {
  takeTitle: 'Einladung annehmen',
  takeLead:
    'Das andere Gerät zeigt sie: in Floe unter „Geräte“. Sie ist ein QR-Code, eine Datei oder ein Text, ' +
    'der mit bfonboard1 beginnt, und ein Passwort gehört dazu.',
  scanTitle: 'Einladung scannen',
  file: 'Datei wählen',
  fileLabel: 'Einladung aus einer Datei',
  invitation: 'Einladung',
  placeholder: 'bfonboard1...',
  nothing: 'Darin ist keine Einladung. Eine Einladung beginnt mit bfonboard1.',
  fileTooLarge: 'Diese Datei ist zu groß für eine Einladung',
  kinds: {
    bfshare: {
      title: 'Ein verschlüsselter Anteil',
      text: 'Enthält einen Anteil und seine Relays. Gib das Passwort ein, mit dem er verschlüsselt wurde.',
    },
    bfonboard: {
      title: 'Eine Einladung',
      text:
        'Enthält einen Anteil und sagt, welches Gerät dieses eingeladen hat. Gib das Passwort ein, das ' +
        'dazugehört.',
    },
    bfprofile: {
      title: 'Ein verschlüsseltes Profil',
      text: 'Enthält einen Anteil, seine Gruppe und seine Relays. Gib das Passwort ein, mit dem es verschlüsselt wurde.',
    },
    'igloo-share': {
      title: 'Ein Anteil, den igloo gespeichert hat',
      text:
        'igloo-desktop, igloo-cli oder igloo-web hat ihn verschlüsselt. Gib das Passwort ein, mit dem er ' +
        'gespeichert wurde, und stoppe den Signierer dort, bevor dieser hier startet.',
    },
  },
  moved: 'Das war ein verschlüsseltes Paket: Es steht jetzt im Feld „Anteil“.',
  unreadable: (reason) => `Dieses Paket ist nicht lesbar: ${reason}. Kopiere es noch einmal.`,
  password: 'Passwort des Pakets',
  open: 'Öffnen',
  opening: 'Öffnet …',
  openFirst: 'Öffne zuerst das Paket',
  groupOptional: 'Kann leer bleiben: Die Gruppe wird dann auf den Relays des Pakets gesucht.',
  lookTitle: 'Nach der Gruppe suchen',
  lookLead:
    'Der Anteil ist geöffnet. Seine Gruppe lässt sich auf diesen Relays suchen, die das Paket nennt. ' +
    'Nichts geht an sie, bevor du es sagst.',
  look: 'Dort suchen',
  looking: 'Sucht …',
  opened: (button) =>
    'Das Paket ist geöffnet: Anteil, Gruppe, Name und Relays sind eingetragen. Mit ' +
    `„${button}“ speicherst du sie.`,
  policies: (peers) => {
    const whom = plural(peers, { one: '1 Gerät', other: `${peers} Geräte` })
    return `Für ${whom} enthält es eigene Rechte: Was sie verbieten, ist dann in der Geräteliste ausgeschaltet; wo sie nachfragen wollen, wirst du gefragt.`
  },

  app: 'App, die es öffnen soll',
  apps: { current: 'Igloo beta oder ein anderes Floe', older: 'Ein Igloo von vor 2026-06' },
  appHint:
    'Wähle das ältere für igloo-pwa 0.2, igloo-chrome 0.3, igloo-home 0.2 und die Web-Demo: Sie öffnen kein anderes Paket. ' +
    'Floe öffnet beide.',
  takes: (seconds) =>
    `Das dauert auf diesem Rechner etwa ${plural(seconds, { one: '1 Sekunde', other: `${seconds} Sekunden` })}, damit niemand schnell Passwörter raten kann.`,

  invited: 'Eine Einladung zu einem Schlüsselsatz',
  inviter: 'Eingeladen von',
  self: 'Dieses Gerät',
  relays: 'Relays',
  privateRelay: 'Privates Netz',
  privateRelayHint:
    'Ein so markiertes Relay liegt nicht im Internet, sondern im Netz rund um dieses Floe. Mach weiter, ' +
    'wenn es deines ist.',
  privateNames: 'Diese Namen dürfen in mein eigenes Netz führen',
  inviterKey: 'Schlüssel des einladenden Geräts',
  joinLead:
    'Das andere Gerät hat die Gruppe: wer die Mitglieder sind und wie viele von ihnen zusammen signieren. ' +
    'Es muss eingeschaltet sein, und vielleicht muss dieses Gerät dort erst erlaubt werden.',
  join: 'Beitreten',
  joining: 'Tritt bei …',
  notStarted: 'Der Beitritt konnte nicht begonnen werden',
  closeAgain: 'Doch nicht diese',

  progress: 'Beitritt zum Schlüsselsatz',
  steps: {
    opening: 'Paket öffnen',
    connecting: 'Ein Relay erreichen',
    asking: 'Das einladende Gerät fragen',
    received: 'Identität vergleichen',
  },
  stepWords: { done: 'Erledigt', now: 'Läuft', later: 'Kommt noch' },
  now: {
    opening: 'Das Passwort wird probiert.',
    connecting: (relays) =>
      plural(relays, {
        one: 'Verbindet sich mit 1 Relay.',
        other: `Verbindet sich mit ${relays} Relays.`,
      }),
    asking: (count) =>
      `${plural(count, { one: 'Einmal', other: `${count}-mal` })} gefragt, noch keine Antwort.`,
  },
  askingHint:
    'Das andere Gerät muss eingeschaltet und mit einem dieser Relays verbunden sein. Vielleicht muss ' +
    'dieses Gerät dort erst erlaubt werden: Sieh auf seinem Bildschirm nach.',
  cancel: 'Aufgeben',
  cancelled: 'Der Beitritt wurde aufgegeben',
  notCancelled: 'Der Beitritt konnte nicht aufgegeben werden',
  stateFailed: 'Der Stand ließ sich nicht abfragen',

  compareTitle: 'Ist es die richtige Identität?',
  compareLead:
    'Die Gruppe ist da. Das andere Gerät zeigt denselben npub dort, wo es die Einladung übergibt, und ' +
    'dort, wo es dieses Gerät erlaubt; ein Floe zeigt auch dieselben vier Wörter. Die Wörter sind für den ' +
    'ersten Blick: Was zählt, ist der ganze npub. Noch ist nichts gespeichert.',
  size: (threshold, members) =>
    threshold === members
      ? `Alle ${members} Mitglieder signieren zusammen.`
      : `${threshold} von ${members} Mitgliedern signieren zusammen.`,
  same: 'Ja, es ist dieselbe',
  notSame: 'Nein, aufgeben',
  saving: 'Speichert …',
  replaces: (name) => `Ersetzt ${name}, womit dieser Server jetzt signiert.`,

  failed: 'Dieses Gerät konnte nicht beitreten',
  dismiss: 'Ausblenden',
  notDismissed: 'Das ließ sich nicht ausblenden',

  requests: 'Ein Gerät möchte beitreten',
  requestsDecided: 'Geräte, die beitreten wollten',
  requestsLead:
    'Es hat einen Anteil dieses Schlüsselsatzes und fragt, wer die Mitglieder sind. Erlaube es nur, wenn ' +
    'du das Gerät gerade selbst einrichtest. Sonst lehne ab, schalte in der Geräteliste „recv“ und „send“ ' +
    'dafür aus und teile den Schlüssel neu auf: Ein abgelehntes Gerät hat seinen Anteil noch immer und kann ' +
    'damit um Signaturen bitten.',
  member: (index) => `Gerät ${index}`,
  asked: (when) => `gefragt ${when}`,
  requestStates: {
    waiting: 'Wartet auf dich',
    approved: 'Für zehn Minuten erlaubt: Es bekommt die Gruppe, sobald es wieder fragt',
    answered: 'Hat die Gruppe jetzt',
    refused: 'Abgelehnt',
  },
  allow: 'Erlauben',
  refuse: 'Ablehnen',
  allowMember: (index) => `Gerät ${index} erlauben`,
  refuseMember: (index) => `Gerät ${index} ablehnen`,
  hideMember: (index) => `Gerät ${index} ausblenden`,
  allowed: (index) => `Gerät ${index} darf beitreten`,
  refused: (index) => `Gerät ${index} ist abgelehnt`,
  decisionFailed: 'Deine Entscheidung konnte nicht gespeichert werden',
}
