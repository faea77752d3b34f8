import type { shell as english } from '#contract/texts/shell.ts'
import type { Translation } from '#contract/translation.ts'

export const shell: Translation<typeof english> = {
  tryingAgain: (problem) => `${problem}, neuer Versuch läuft …`,
  logout: 'Abmelden',
  menu: 'Menü',
  settings: 'Einstellungen',
  colours: 'Hell oder dunkel',
  back: 'Zurück',
  leaving: {
    title: 'Diese Seite verlassen?',
    text: 'Was sie zeigt, gibt es sonst nirgends, und es geht verloren, wenn du sie verlässt.',
    stay: 'Hierbleiben',
    leave: 'Verlassen',
  },
  theme: { system: 'Farben: wie das System', light: 'Farben: hell', dark: 'Farben: dunkel' },
  screens: 'Ansichten',
  card: 'Signierer',
  tabs: { signer: 'Signierer', apps: 'Apps', activity: 'Aktivität', recover: 'Rettung' },
  backToConfigure: 'Zur Einrichtung',
  savedShare: 'Gespeicherter Anteil',
  secretsFailed: 'Die gespeicherten Schlüsseldaten werden nicht gezeigt',
  loadFailed: 'Die Einstellungen konnten nicht geladen werden',
  notAdmin:
    'Dieser API-Schlüssel kann die Konsole nicht öffnen: Sie zeigt die Schlüsseldaten und braucht darum einen ' +
    'mit der Berechtigung admin. Programme können diesen weiter nutzen. Melde dich ab und mit einem anderen an.',
  partFailed: {
    updated:
      'Floe wurde aktualisiert, während diese Seite offen war. Lade die Seite neu, um weiterzumachen.',
    unreachable:
      'Dieser Teil der Konsole konnte nicht geladen werden: Floe antwortet nicht. Lade die Seite neu, sobald ' +
      'es wieder da ist.',
    broken: 'Dieser Teil der Konsole konnte nicht angezeigt werden. Lade die Seite neu.',
  },
  reload: 'Neu laden',
}
