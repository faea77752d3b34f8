import type { start as english } from '#contract/texts/start.ts'
import type { Translation } from '#contract/translation.ts'

export const start: Translation<typeof english> = {
  whatItIs:
    'Floe ist eines von mehreren Geräten, die zusammen für deine nostr-Identität signieren: Jedes hält einen ' +
    'Anteil des Schlüssels, und keines braucht den ganzen. Es läuft Tag und Nacht, damit die anderen es ' +
    'jederzeit finden.',

  title: 'Fang hier an',
  titleAgain: 'Ein anderer Schlüsselsatz für diesen Signierer',
  again: (name) => `Er ersetzt ${name}, womit dieser Signierer jetzt läuft.`,
  backToSigner: 'Zurück zum Signierer',
  others: 'Andere Wege',
  back: 'Zurück',

  doors: {
    create: {
      title: 'Erstellen',
      text: 'Du bist neu oder hast einen ganzen Schlüssel: Teile ihn in Anteile auf, einen für jedes deiner Geräte.',
    },
    join: {
      title: 'Beitreten',
      text: 'Ein anderes Gerät hat eine Einladung für dieses: Scanne sie, oder bring sie als Datei oder Text.',
    },
    bring: {
      title: 'Anteil mitbringen',
      text: 'Du hast einen Anteil und Gruppendaten, von Igloo oder einer anderen App: Trag sie hier ein.',
    },
  },

  restore: 'Hast du eine Sicherung von Floe?',
  restoreDo: 'Einspielen',

  elsewhere: {
    nsec: {
      title: 'Das ist ein ganzer Schlüssel',
      text: 'Kein Gerät sollte ihn allein halten: „Erstellen“ teilt ihn in Anteile auf, und er wird nicht aufbewahrt.',
      go: 'Weiter zu „Erstellen“',
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
      text: 'Apps verbindest du unter „Apps“, sobald dieser Signierer seinen Anteil hat.',
      go: '„Apps“ öffnen',
    },
    share: {
      title: 'Das ist ein Anteil, keine Einladung',
      text: 'Er gehört in das Formular für Anteile.',
      go: 'Weiter zu „Anteil mitbringen“',
    },
  },
}
