import type { start as english } from '#contract/texts/start.ts'
import type { Translation } from '#contract/translation.ts'

export const start: Translation<typeof english> = {
  lead:
    'Dieser Server hält einen Anteil deines nostr-Schlüssels und signiert zusammen mit deinen anderen ' +
    'Geräten. Wie fängst du an?',
  doorsLabel: 'Woher dieser Server seinen Anteil bekommt',
  doors: {
    create: {
      title: 'Schlüssel erstellen',
      text: 'Ich bin neu hier',
    },
    join: { title: 'Mit Einladung beitreten', text: 'Von einem anderen Gerät' },
    bring: { title: 'Ich habe einen Anteil', text: 'Und seine Gruppendaten' },
  },

  restore: 'Hast du eine Sicherung von Floe?',
  restoreDo: 'Einspielen',
  another: 'Willst du hier eine andere Identität?',
  others: 'Schlüssel erstellen oder beitreten',

  elsewhere: {
    nsec: {
      title: 'Das ist ein ganzer Schlüssel',
      text: 'Kein Gerät sollte ihn allein halten: Er wird in Anteile aufgeteilt und nicht aufbewahrt.',
      go: 'Aufteilen',
    },
    npub: {
      title: 'Das ist eine öffentliche Adresse',
      text:
        'Darin ist nichts geheim: Sie sagt nur, wer signiert. Du brauchst einen Anteil ihres Schlüssels ' +
        '(bfshare1…), aus der App, die den Schlüsselsatz erstellt hat, oder eine Einladung (bfonboard1…) von ' +
        'einem anderen Gerät.',
      go: null,
    },
    app: {
      title: 'Das ist der Link einer App',
      text: 'Apps verbindest du unter „Apps“, sobald dieser Server seinen Anteil hat.',
      go: '„Apps“ öffnen',
    },
    share: {
      title: 'Das ist ein Anteil, keine Einladung',
      text: 'Er gehört in das Formular für Anteile.',
      go: 'Dort eintragen',
    },
  },
}
