import { pluralsOf } from '#contract/plurals.ts'
import type { settings as english } from '#contract/texts/settings.ts'
import type { Translation } from '#contract/translation.ts'

const plural = pluralsOf('de')

export const settings: Translation<typeof english> = {
  title: 'Einstellungen',
  list: 'Bereiche der Einstellungen',
  toList: 'Alle Einstellungen',
  search: 'In den Einstellungen suchen',
  searchPlaceholder: 'Suchen',
  searchKey: '/',
  clearSearch: 'Suche leeren',
  results: 'Gefundene Einstellungen',
  found: (count) =>
    count === 0
      ? 'Keine Einstellung enthält diese Wörter'
      : plural(count, { one: '1 Einstellung gefunden', other: `${count} Einstellungen gefunden` }),
  within: (section) => `in „${section}“`,

  sections: {
    identity: {
      title: 'Diese Identität',
      lead: 'Der Name und das Bild, die andere sehen.',
      words: 'ich profil npub nostr',
    },
    relays: {
      title: 'Relays',
      lead: 'Wo sich dieser Signierer und die anderen Geräte treffen.',
      words: 'server netz netzwerk verbindung websocket wss url adresse',
    },
    protocol: {
      title: 'Protokoll',
      lead: 'Was dieser Signierer beantwortet.',
      words: 'version generation 1.x 2026 frost sicherheit',
    },
    notices: {
      title: 'Benachrichtigungen',
      lead: 'Wie du erfährst, dass etwas wartet.',
      words: 'hinweis meldung push alarm handy telefon telegram nachricht notification',
    },
    login: {
      title: 'Login und Sitzungen',
      lead: 'Womit du dich anmeldest, und wo jemand angemeldet ist.',
      words: 'konto account benutzer zugang anmeldung sicherheit',
    },
    keys: {
      title: 'Schlüssel für Programme',
      lead: 'Was Skripte und andere Programme hier dürfen.',
      words: 'api token bot automatisierung rechte regeln entwickler',
    },
    backups: {
      title: 'Sicherungen',
      lead: 'Kopien von allem, was dieser Server aufbewahrt, und der Weg zurück.',
      words: 'backup datensicherung export kopie platte',
    },
    browser: {
      title: 'Dieser Browser',
      lead: 'Was nur hier gilt und nicht auf deinen anderen Geräten.',
      words: 'aussehen darstellung gerät lokal',
    },
    secrets: {
      title: 'Geheimnisse',
      lead: 'Der Anteil und die Gruppendaten, mit denen der Signierer läuft.',
      words: 'privat schlüssel nsec bfshare bfgroup',
    },
    audit: {
      title: 'Audit-Log',
      lead: 'Wer was getan hat, und wann.',
      words: 'protokoll log verlauf aufzeichnung journal',
    },
    about: {
      title: 'Über Floe',
      lead: 'Version, Hilfe und Lizenzen.',
      words: 'informationen',
    },
  },

  single: {
    profile: { title: 'Profil', words: 'name bild avatar foto kind 0 metadaten' },
    firstGeneration: { words: 'alte geräte ablehnen beantworten warnen' },
    onboarding: { words: 'beitritt beitreten erlauben einladung neues' },
    where: { title: 'Wohin Benachrichtigungen gehen', words: 'ntfy webhook url token' },
    password: {
      title: 'Benutzername und Passwort',
      words: 'passphrase kennwort zugangsdaten anmelden ändern',
    },
    sessions: { title: 'Sitzungen', words: 'abmelden logout geräte adresse ip beenden schließen' },
    apiKeys: { title: 'API-Schlüssel', words: 'token key widerrufen erstellen' },
    api: { words: 'openapi swagger doku dokumentation referenz' },
    download: { words: 'backup herunterladen export passphrase umzug rechner' },
    schedule: { words: 'backup automatisch täglich stunden abstand aufbewahren zeitplan' },
    restore: { words: 'backup import hochladen wiederherstellen' },
    language: {
      title: 'Sprache',
      words: 'übersetzung deutsch english español language locale',
    },
    theme: { title: 'Farben', words: 'thema design dunkel hell nacht modus aussehen kontrast' },
    sound: { title: 'Ton', words: 'audio stumm geräusch klang signal frage' },
    records: {
      title: 'Anteil-Einträge in diesem Browser',
      words: 'kopie behalten speichern merken wiederherstellen rettung',
    },
    warnings: {
      title: 'Ausgeblendete Warnungen',
      words: 'verworfen versteckt wieder zeigen zurück',
    },
    credentials: {
      title: 'Gruppendaten und Anteil',
      words: 'zeigen kopieren anzeigen qr credential',
    },
    change: {
      title: 'Schlüsseldaten ändern oder löschen',
      words:
        'einrichten einrichtung ersetzen bearbeiten name anderer schlüsselsatz entfernen zurücksetzen leeren reset',
    },
    version: { title: 'Version', words: 'release update aktualisieren neuere neueste' },
    help: {
      title: 'Hilfe',
      words: 'dokumentation anleitung handbuch readme probleme fehler support kontakt',
    },
    report: { title: 'Bericht für Helfer', words: 'doctor diagnose debug protokoll support' },
    licences: {
      title: 'Lizenzen',
      words: 'mit open source quelloffen urheberrecht copyright dritte hinweise',
    },
  },

  profile: 'Name und Bild zeigen, die diese Identität auf nostr hat',
  profileHint:
    'Floe fragt dann alle paar Stunden die Relays dieses Schlüsselsatzes nach dem Profil und holt das Bild ' +
    'von dort, wo es liegt. Die Relays erfahren, dass jemand nach diesem öffentlichen Schlüssel fragt, und ' +
    'der Server des Bildes erfährt die Adresse dieses Servers. Dein Browser fragt weder hier noch dort.',
  profileLooking: 'Wird gesucht …',
  profileNone: 'Auf diesen Relays liegt kein Profil dieser Identität, oder keines mit einem Namen.',
  profileNotSaved: 'Das wurde nicht gespeichert',

  themes: {
    system: ['Wie das System', 'Hell oder dunkel, wie dieses Gerät eingestellt ist.'],
    light: ['Hell', 'Dunkler Text auf hellem Grund.'],
    dark: ['Dunkel', 'Heller Text auf dunklem Grund.'],
  },
  browserLanguage: 'Wie der Browser',
  soundHint:
    'Zwei kurze Töne. Ein Browser spielt nichts ab, bevor du die Seite einmal angetippt hast.',

  setAside: (count) =>
    count === 0
      ? 'In diesem Browser ist keine Warnung ausgeblendet.'
      : plural(count, {
          one: 'In diesem Browser ist 1 Warnung ausgeblendet.',
          other: `In diesem Browser sind ${count} Warnungen ausgeblendet.`,
        }),
  bringBack: 'Wieder zeigen',

  noCredentials: 'Auf diesem Server sind noch keine Schlüsseldaten gespeichert.',
  configure: 'Signierer einrichten',
  credentialsLead:
    'Verdeckt, bei den Einzelheiten des Signierers, wo du noch einmal zeigst, wer du bist.',
  changeLead:
    'Andere Schlüsseldaten, ein anderer Name, ein anderer Schlüsselsatz oder gar keiner: Dann stoppt der Signierer.',

  running: (version) => `Floe ${version}`,
  built: (commit, when) =>
    when === null ? `Gebaut aus Commit ${commit}.` : `Gebaut aus Commit ${commit} vom ${when}.`,
  builtUnknown: 'Diese Fassung weiß nicht, aus welchem Commit sie gebaut ist.',
  asks: 'Nachfragen, ob es eine neuere Version gibt',
  asksHint: (registry) =>
    `Dieser Server fragt dann höchstens einmal am Tag bei ${registry} nach, welche Version das neueste ` +
    'Image hat. Die Registry erfährt die Adresse dieses Servers und sonst nichts. Floe aktualisiert sich ' +
    'nie selbst.',
  asking: 'Fragt nach …',
  isNewest: (when) => `Das war ${when} die neueste Version.`,
  newer: (version) => `Floe ${version} ist da. Aktualisiere es so, wie du es installiert hast.`,
  couldNotAsk: (when) => `Die Nachfrage schlug ${when} fehl. In einem Tag wird es wieder versucht.`,
  asksNotSaved: 'Das wurde nicht gespeichert',
  helpLead: 'Diese Seiten stehen im Web: Dein Browser ruft sie dort ab, nicht dieser Server.',
  links: {
    readme: 'Was Floe ist',
    guide: 'Floe betreiben',
    issues: 'Fragen und Fehler',
  },
  reportLead:
    'Was wissen muss, wer dir hilft: Version, System, Einstellungen dem Namen nach, Relays nach Host, Geräte nach Nummer, die letzten Fehler. Er enthält keinen Schlüssel, kein Passwort und keinen Wert einer Einstellung.',
  reportSave: 'Bericht speichern',
  reportFailed: 'Der Bericht ließ sich nicht erstellen',
  licenceLead:
    'Floe ist freie Software unter der MIT-Lizenz. Die Seite und der Server enthalten Arbeit anderer, unter ' +
    'diesen Lizenzen.',
  licenceOf: { floe: 'Lizenz von Floe', web: 'In der Seite', server: 'Im Server' },
  licenceFailed: 'Die Lizenzen konnten nicht geladen werden',
}
