import { pluralsOf } from '#contract/plurals.ts'
import type { access as english } from '#contract/texts/access.ts'
import type { Translation } from '#contract/translation.ts'

const plural = pluralsOf('de')

export const access: Translation<typeof english> = {
  title: 'Für diesen Server musst du dich anmelden',
  lead: 'Melde dich an, um weiterzumachen',
  methodsLabel: 'Wie du dich anmeldest',
  methods: { 'basic-auth': 'Name und Passwort', 'api-key': 'API-Schlüssel' },
  username: 'Benutzername',
  password: 'Passwort',
  apiKey: 'API-Schlüssel',
  apiKeyBlank: 'Nur Leerzeichen sind kein API-Schlüssel',
  submit: 'Anmelden',
  submitting: 'Anmeldung läuft …',
  failed: 'Anmeldung fehlgeschlagen',
  limited: (minutes) =>
    `Zu viele Anfragen, versuch es in ${plural(minutes, { one: '1 Minute', other: `${minutes} Minuten` })} noch einmal. ` +
    'Von einer anderen Adresse aus kannst du dich sofort anmelden.',
  limitOver: 'Du kannst es jetzt noch einmal versuchen.',
  linkRefused:
    'Dieser Anmeldelink wurde schon benutzt oder ist älter als zehn Minuten. Hol dir einen neuen:',
  ended: 'Du wurdest abgemeldet: Die Sitzung ist zu Ende.',
  restored:
    'Auf diesem Server wurde eine Sicherung eingespielt; dabei werden alle abgemeldet. Melde dich mit ' +
    'dem Login an, das in der Sicherung steht.',
  endedKept:
    'Was auf dieser Seite steht, bleibt hier. Melde dich in einem anderen Tab dieses Browsers wieder ' +
    'an und mach dann hier weiter.',
  statusFailed:
    'Der Anmeldestatus konnte nicht abgerufen werden. Bitte versuch es später noch einmal.',
  statusUnreachable: 'Der Server ist nicht erreichbar, der Anmeldestatus daher unbekannt.',
  asksAgain: 'Diese Seite versucht es alle paar Sekunden neu und macht dann von selbst weiter.',
  authentication: 'Anmeldung',
  rateLimiting: 'Ratenbegrenzung',
  enabled: (on) => (on ? 'Ein' : 'Aus'),
  sessionTimeout: 'Sitzungsdauer',
  minutes: (count) => plural(count, { one: '1 Minute', other: `${count} Minuten` }),
  noLogin:
    'Es ist noch kein Login eingerichtet, darum kommst du mit einem Anmeldelink herein: Er steht im ' +
    'Log des Servers, gilt zehn Minuten und funktioniert einmal. Einen neuen erzeugst du dort, wo Floe ' +
    'läuft:',
  lostLogin: 'Login verloren?',
  lostLoginHelp:
    'Dort, wo Floe läuft, erzeugst du so einen Link, der dich einmal anmeldet. Danach kannst du ein ' +
    'anderes Passwort setzen oder einen neuen API-Schlüssel erstellen.',
  linkAction: (name) => `Die Aktion „${name}“ auf der Seite der App`,
  theCommand: 'Befehl',

  confirm: {
    title: 'Bestätige, dass du es bist',
    lead:
      'Was Anteile und Schlüssel zeigt oder Rechte erweitert, darf nur, wer sich gerade angemeldet ' +
      'hat. Melde dich noch einmal an; das gilt für fünf Minuten.',
    link:
      'Zum Anmelden ist noch nichts eingerichtet. Erzeuge dort, wo Floe läuft, einen neuen Anmeldelink ' +
      'und öffne ihn in diesem Browser, um weiterzumachen:',
    submit: 'Bestätigen',
    submitting: 'Bestätigung läuft …',
    failed: 'Das ließ sich nicht bestätigen',
    cancelled: 'Du hast nicht bestätigt, dass du es bist',
  },
}
