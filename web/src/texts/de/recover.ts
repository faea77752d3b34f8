import type { recover as english } from '#contract/texts/recover.ts'
import type { Translation } from '#contract/translation.ts'

export const recover: Translation<typeof english> = {
  title: 'NSEC wiederherstellen',
  requirement: (threshold, total) =>
    `Um deinen NSEC wiederherzustellen, brauchst du ${threshold} von ${total} Anteilen`,
  progress: (valid, threshold) => `${valid} von ${threshold} gültigen Anteilen`,
  warning:
    'Dabei wird dein ganzer Schlüssel auf dem Server zusammengesetzt und in diesem Browser angezeigt. Tu ' +
    'es darum nur auf Rechnern, denen du traust.',
  plainHttp:
    'Diese Seite kam über einfaches HTTP: Die Anteile und der Schlüssel werden unverschlüsselt durch dein ' +
    'Netz gehen.',

  group: 'Gruppendaten',
  groupPlaceholder: 'Gruppendaten eingeben (bfgroup1...)',
  groupHint:
    'Für jeden Anteil des Schlüsselsatzes dieselben. Sie sagen, wie viele Anteile nötig sind.',
  groupFits: (threshold, total) => `Gültig: ein Schlüsselsatz mit ${threshold} von ${total}`,
  autoDetected: 'Automatisch erkannt',
  savedUnreadable: (reason) =>
    `Gespeicherte Anteile konnten nicht gelesen werden (${reason}). Gib die Schlüsseldaten von Hand ein.`,

  shares: 'Anteile',
  share: (position) => `Anteil ${position}`,
  sharePlaceholder: (position) => `Anteil ${position} eingeben (bfshare1...)`,
  shareHint: 'Du kannst mehrere Anteile auf einmal einfügen.',
  shareFits: (index) => `Anteil ${index} dieser Gruppe`,
  shareLoose: (index) =>
    `Anteil ${index}. Ob er zu deinem Schlüsselsatz gehört, zeigt sich, sobald die Gruppendaten gültig sind.`,
  checking: 'Prüft …',
  add: (count, threshold) => `Feld für Anteil hinzufügen (${count}/${threshold})`,
  remove: (position) => `Anteil ${position} entfernen`,
  tooManyPasted: (max) =>
    `Eine Gruppe hat höchstens ${max} Anteile: Was darüber hinaus eingefügt wurde, fehlt hier`,

  shareStructure: 'Der Anteil ist in sich fehlerhaft',
  shareRepeated: (index, position) =>
    `Das ist noch einmal Anteil ${index}, wie in Feld ${position}: Derselbe Anteil zählt nur einmal`,
  shareSealed: 'Das ist ein Paket, das ein Passwort öffnet',
  openFirst: 'Öffne es in der Einrichtung und kopiere den Anteil von dort',
  shareIsGroup: 'Das sind Gruppendaten, für die es ein eigenes Feld gibt',
  groupStructure: 'Die Gruppendaten sind in sich fehlerhaft',
  groupFormat: 'Keine gültigen bfgroup-Daten – sie müssen gültiges bech32m sein',
  groupOther: (reason) => `Ungültige Gruppe: ${reason}`,
  groupIsShare: 'Das ist ein Anteil, für den es eigene Felder gibt',

  needGroup: 'Gib zuerst gültige Gruppendaten ein.',
  needShares: (missing) =>
    missing === 1
      ? 'Gib noch 1 Anteil dieser Gruppe ein.'
      : `Gib noch ${missing} Anteile dieser Gruppe ein.`,
  ready: 'Bereit zum Wiederherstellen.',
  submit: 'NSEC wiederherstellen',
  submitting: 'Läuft …',

  succeeded: (shares) =>
    `NSEC aus ${shares} ${shares === 1 ? 'Anteil' : 'Anteilen'} wiederhergestellt`,
  ignored: (shares) =>
    shares === 1
      ? '1 ungültiger Anteil wurde übergangen'
      : `${shares} ungültige Anteile wurden übergangen`,
  failed: (reason) => `Der NSEC konnte nicht wiederhergestellt werden: ${reason}`,
  failedReason: 'Wiederherstellung fehlgeschlagen',
  nsec: 'NSEC',
  npub: 'Öffentlicher Schlüssel',
  masked: 'verborgen',
  goneLater:
    'Kopiere ihn dorthin, wo du ihn verwahrst: Sobald du diesen Tab oder diese Seite verlässt, ist er hier weg.',
}
