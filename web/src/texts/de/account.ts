import { pluralsOf } from '#contract/plurals.ts'
import type { account as english } from '#contract/texts/account.ts'
import type { Translation } from '#contract/translation.ts'

const plural = pluralsOf('de')

export const account: Translation<typeof english> = {
  loadFailed: 'Das konnte nicht geladen werden',

  open:
    'Dieser Server verlangt keine Anmeldung: Wer ihn erreicht, kann den Anteil lesen und signieren. ' +
    'Damit er eine verlangt, starte ihn mit AUTH_ENABLED=true; er gibt dann einen Link aus, der dich ' +
    'anmeldet.',
  apiDescription: 'Beschreibung der API, für Programme',

  loginLead:
    'Damit meldest du dich an. Eine Änderung beendet alle anderen Sitzungen; API-Schlüssel bleiben ' +
    'gültig, ebenso ein Login aus der Umgebung (BASIC_AUTH_USER), sofern es nicht denselben Namen hat.',
  changeLogin: 'Name und Passwort ändern',

  sessionsLead: 'Wo gerade jemand angemeldet ist.',
  thisSession: 'Diese Sitzung',
  someProgram: 'Ein Programm',
  sessionFacts: (user, address, lastUsed) =>
    [user, ...(address === undefined ? [] : [address]), `zuletzt ${lastUsed}`].join(' · '),
  signedIn: (when) => `angemeldet ${when}`,
  end: 'Beenden',
  endSession: (user, signedIn) => `Sitzung von ${user} beenden, angemeldet ${signedIn}`,
  sessionEnded: 'Die Sitzung ist beendet',
  sessionNotEnded: 'Die Sitzung konnte nicht beendet werden',
  endOthers: 'Alle anderen beenden',
  othersEnded: (count) =>
    plural(count, {
      one: '1 andere Sitzung ist beendet',
      other: `${count} andere Sitzungen sind beendet`,
    }),
  othersNotEnded: 'Die anderen Sitzungen konnten nicht beendet werden',

  keysLead:
    'Damit melden sich Programme an. Die Schlüssel selbst hast nur du: Floe bewahrt sie nicht auf.',
  noKeys: 'Noch keine API-Schlüssel.',
  makeKey: 'API-Schlüssel erstellen',
  fromEnvironment: 'Aus der Umgebung: Zum Widerrufen entferne dort API_KEY.',
  keyTimes: (made, lastUsed) =>
    [
      ...(made === null ? [] : [`erstellt ${made}`]),
      lastUsed === null ? 'noch nicht benutzt' : `zuletzt benutzt ${lastUsed}`,
    ].join(' · '),
  revoke: 'Widerrufen',
  revokeKey: (name) => `${name} widerrufen`,
  revokeTitle: (name) => `„${name}“ widerrufen?`,
  revokeLead:
    'Was ihn benutzt, wird ab sofort abgewiesen, und die Sitzungen, die damit eröffnet wurden, enden. ' +
    'Das lässt sich nicht rückgängig machen.',
  lastLogin:
    'Es ist der einzige Zugang: Sobald die laufenden Sitzungen zu Ende sind, öffnet nur noch ein ' +
    'Anmeldelink von dort, wo Floe läuft, diese Konsole.',
  revoking: 'Wird widerrufen …',
  revoked: (name) => `„${name}“ wurde widerrufen`,
  notRevoked: (name) => `„${name}“ konnte nicht widerrufen werden`,

  newKey: {
    name: 'Name',
    nameHint: 'Daran erkennst du ihn in der Liste und im Audit-Log',
    scope: 'Was er darf',
    scopes: {
      read: ['Lesen', 'Status, Geräte, Ereignisse und Kennzahlen sehen'],
      sign: ['Signieren', 'Status und Geräte sehen; signieren, ver- und entschlüsseln'],
      approve: [
        'Fragen beantworten',
        'Sehen, was auf dich wartet, es erlauben oder ablehnen; sonst nichts',
      ],
      admin: ['Alles', 'Wirklich alles: auch Anteil, Einstellungen und Logins'],
    },
    make: 'API-Schlüssel erstellen',
    making: 'Wird erstellt …',
    keepTitle: 'Bewahre diesen API-Schlüssel jetzt auf',
    keepLead: (name) =>
      `„${name}“ wird nur dieses eine Mal gezeigt: Danach kann ihn niemand mehr lesen, auch Floe nicht.`,
    kept: 'Ich habe ihn so abgelegt, dass ich ihn wiederfinde',
    what: 'API-Schlüssel',
  },

  setUp: {
    title: 'Richte dein Login ein',
    lead:
      'Mit dem Link bist du dieses eine Mal hereingekommen. Wähle, wie du dich künftig anmeldest. Bis ' +
      'dahin öffnet nur ein neuer Link von dort, wo Floe läuft, diese Konsole wieder.',
    methodsLabel: 'Wie du dich künftig anmeldest',
    passwordLead:
      'Damit meldest du dich hier an. API-Schlüssel für Programme kannst du später erstellen.',
    keyLead:
      'Ein Schlüssel, der alles darf: zum Anmelden hier und für Programme. Benutzername und Passwort ' +
      'kannst du später setzen.',
    username: 'owner',
    keyName: 'Konsole',
    setPassword: 'Name und Passwort setzen',
    done: 'Dein Login ist eingerichtet.',
    goOn: 'Weiter',
  },

  setPassword: {
    current: 'Bisheriges Passwort',
    fresh: 'Neues Passwort',
    shown: 'Passwort',
    hint: (min) => `Mindestens ${min} Zeichen`,
    saving: 'Speichert …',
  },
}
