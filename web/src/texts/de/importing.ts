import type { importing as english } from '#contract/texts/importing.ts'
import type { Translation } from '#contract/translation.ts'

export const importing: Translation<typeof english> = {
  lead: 'Kommst du von igloo-server?',
  begin: 'Aus igloo-server importieren',

  title: 'Aus igloo-server importieren',
  steps: 'Schritte',
  stepNames: ['Dateien', 'Passwort', 'Was mitkommt'],

  filesTitle: 'Was es hinterlassen hat',
  filesLead:
    'Stoppe zuerst igloo-server, und zwar endgültig: Zwei Signierer mit einem Anteil schaden einander. ' +
    'Hier wird nichts aufbewahrt, bevor du gesehen hast, was mitkäme.',
  way: 'Wie man sich dort anmeldet',
  ways: [
    {
      value: 'database',
      title: 'Mit Name und Passwort',
      text: 'Alles steht in igloo.db, in seinem Datenordner.',
    },
    {
      value: 'environment',
      title: 'Ohne Konto (HEADLESS)',
      text: 'Die Schlüsseldaten stehen in seiner .env.',
    },
  ],
  database: 'igloo.db',
  log: 'igloo.db-wal, falls daneben eine liegt',
  environment: 'Der Text der .env',
  policies: 'data/peer-policies.json, falls vorhanden',
  next: 'Weiter',
  reading: 'Liest …',
  noFile: 'Wähle eine Datei',
  noText: 'Füge den Text der .env ein',

  passwordTitle: 'Wessen Anteil es ist',
  passwordLead:
    'Das Passwort öffnet ihn. Es wird nur dafür einmal benutzt, hier auf diesem Server.',
  user: 'Name',
  password: 'Passwort in igloo-server',
  look: 'Sehen, was mitkommt',

  reportTitle: 'Was mitkommt',
  reportLead: 'Noch wurde nichts gespeichert.',
  signsFor: 'Signiert für',
  comes: 'Kommt mit',
  stays: 'Bleibt zurück',
  scope: 'API-Schlüssel, die mitkommen, dürfen',
  scopes: {
    same: 'Was sie dort durften',
    read: 'Nur lesen',
    sign: 'Lesen und signieren',
    admin: 'Alles',
  },
  stopped: 'igloo-server ist gestoppt und wird mit diesem Anteil nie wieder gestartet',
  submit: 'Importieren',
  submitting: 'Importiert …',
  done: 'Importiert. Starte igloo-server mit diesem Anteil nie wieder.',

  openLabel: 'Anteil aus einer Datei',
  open: 'Datei wählen',
  openLead: 'Oder aus einer Datei, auch dem Bild seines QR-Codes:',
  scanTitle: 'QR-Code des Anteils scannen',
  fileTooLarge: 'Diese Datei ist zu groß für einen Anteil',
  fileEmpty: 'Darin wurde kein Anteil gefunden',
}
