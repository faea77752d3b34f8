import { pluralsOf } from '#contract/plurals.ts'
import type { keyset as english } from '#contract/texts/keyset.ts'
import type { Translation } from '#contract/translation.ts'

const plural = pluralsOf('de')
const some = (count: number): string => plural(count, { one: 'einen', other: String(count) })
const list = new Intl.ListFormat('de')

export const keyset: Translation<typeof english> = {
  stepsLabel: 'Schritte',
  steps: { settings: 'Festlegen', shares: 'Anteile', summary: 'Überblick' },
  back: 'Zurück',
  next: 'Weiter',

  settingsTitle: 'Ein Schlüssel in mehreren Anteilen',
  settingsLead:
    'Ein Anteil bleibt auf diesem Server. Die anderen übergibst du, und du wählst, wie viele zusammen ' +
    'signieren.',
  name: 'Name des Schlüsselsatzes',
  nameHint: 'Damit du und alle mit einem Anteil ihn wiedererkennen.',
  threshold: 'Schwelle',
  thresholdHint: 'So viele Anteile signieren zusammen.',
  totalMembers: 'Mitglieder insgesamt',
  totalMembersHint: (max) => `Anteile insgesamt, höchstens ${max}.`,
  meaning: (threshold, total) => {
    if (total === 1)
      return 'Der einzige Anteil ist der ganze Schlüssel: Geht er verloren, ist der Schlüssel verloren, und wer an ihn kommt, hat den Schlüssel.'
    if (threshold === 1)
      return `Jeder der ${total} Anteile ist der ganze Schlüssel: Du kannst alle bis auf einen verlieren, aber wer an einen davon kommt, hat den Schlüssel.`
    const few = `wer nur ${some(threshold - 1)} hat, kann damit nichts anfangen.`
    if (threshold === total)
      return `Zum Signieren sind alle ${total} Anteile nötig: Geht einer verloren, sind die anderen nutzlos, und ${few}`
    return `Beliebige ${threshold} der ${total} Anteile können signieren: Du kannst ${some(total - threshold)} verlieren und weitermachen, und ${few}`
  },
  key: 'Schlüssel',
  keyFresh: 'Ein neuer Schlüssel',
  keyFreshHint: 'Eine neue nostr-Identität, deren Schlüssel niemand am Stück hat.',
  keyGiven: 'Ein Schlüssel, den du hast',
  keyGivenHint: 'Die Anteile signieren dann als die Identität, die du schon nutzt.',
  secretKey: 'Geheimer Schlüssel',
  secretKeyWhat: 'Geheimen Schlüssel',
  secretKeyHint: 'nsec1… oder 64 Hex-Zeichen. Er wird einmal benutzt und nicht aufbewahrt.',
  identityOf: (npub) => `Das ist ${npub}`,
  relaysNeeded: 'Auf diesen Relays treffen sich die Geräte: Jede Einladung nennt sie.',
  more: 'Zahl der Geräte, Relays, alte Geräte',
  old: 'Einen Schlüsselsatz für das Protokoll 1.x erstellen',
  oldHint:
    'Nur wenn alle Geräte alt sind und nichts anderes sprechen: In 1.x verraten drei Signaturen einen Anteil.',
  create: 'Schlüsselsatz erstellen',
  creating: 'Wird erstellt …',
  created: 'Schlüsselsatz erstellt',
  failed: (reason) => `Der Schlüsselsatz konnte nicht erstellt werden: ${reason}`,
  unreadable:
    'Die Antwort des Servers ist kein Schlüsselsatz. Lade die Seite neu und versuch es noch einmal.',

  shareTitle: (index, total) => `Anteil ${index} von ${total}`,
  shareStays:
    'Anteil 1 bleibt auf diesem Server. Er wird am Ende gespeichert, du musst also nichts tun.',
  handOutNext: (count) =>
    plural(count, {
      one: 'Als Nächstes übergibst du den anderen Anteil. Wer ihn hält, braucht ihn zusammen mit den Gruppendaten.',
      other: `Als Nächstes übergibst du die ${count} anderen Anteile, einen nach dem anderen. Wer einen hält, braucht ihn zusammen mit den Gruppendaten.`,
    }),
  nothingKept:
    'Noch ist auf dem Server nichts von diesem Schlüsselsatz gespeichert: Lass diese Seite offen, bis du fertig bist.',
  handOutLead:
    'Bring den Anteil und die Gruppendaten auf das Gerät, das sie halten soll: als Text, Datei oder QR-Code, auf einem Weg, dem du traust.',
  share: (index) => `Anteil ${index}`,
  groupCredential: 'Gruppendaten',
  groupFact: 'für alle gleich',
  hidden: 'verborgen',
  length: (chars) => `${chars} Zeichen`,
  what: { share: (index) => `Anteil ${index}`, group: 'Gruppendaten' },
  download: 'Beides als Datei herunterladen',
  downloadHint: 'Die Datei ist nicht verschlüsselt: Verwahre sie wie den Schlüssel selbst.',
  downloaded: (name) => `Gespeichert als ${name}`,
  stored: (index) => `Ich habe Anteil ${index} sicher verwahrt`,

  fileAbout: (name, index, total, threshold) =>
    `Schlüsselsatz „${name}“, Anteil ${index} von ${total}. ${threshold} davon signieren zusammen.`,
  fileSecret: 'Halte diese Datei geheim.',
  fileUse:
    'Füge jeden Wert hinter „=“ in das passende Feld deines Signierers ein, oder gib igloo-server oder Floe diese Datei als Umgebung.',
  fileFallbackName: 'schluesselsatz',

  qrTitle: (what) => `QR-Code: ${what}`,
  qrLead: 'Scanne ihn mit der App, die den Anteil halten soll. Wer ihn fotografiert, hat ihn auch.',
  qrDense:
    'Dieser Code ist dicht: Halte die Kamera nah und ruhig, oder nimm den Text oder die Datei.',

  summaryTitle: 'Alle Anteile sind übergeben',
  summaryTitleAlone: 'Dein Schlüsselsatz ist fertig',
  summaryLead: 'Speichere zuletzt Anteil 1 auf diesem Server.',
  size: (threshold, total) => `${threshold} von ${total}`,
  waiting: 'Wartet',
  done: 'Erledigt',
  staysHere: 'bleibt hier, muss noch gespeichert werden',
  isStored: 'verwahrt, wie du bestätigt hast',
  keyStillWhole:
    'Den Schlüssel, den du aufgeteilt hast, gibt es dort, wo du ihn hattest, noch am Stück: Wer ihn da findet, braucht keine Anteile.',
  firstGeneration:
    'Das sind Schlüsseldaten der ersten Generation: Wer einen Anteil hält und von einem zweiten drei Signaturen bekommen hat, könnte diesen zweiten errechnen. Gib Anteile darum nur Geräten, denen du traust, und halte auch die Gruppendaten geheim.',
  finish: 'Anteil 1 auf diesem Server nutzen',

  leaveTitle: 'Gehen und diese Anteile verlieren?',
  leaveText: (lost) =>
    'Auf dem Server ist nichts von diesem Schlüsselsatz gespeichert. Wenn du jetzt gehst, ' +
    plural(lost.length, {
      one: `ist Anteil ${list.format(lost.map(String))} endgültig verloren.`,
      other: `sind die Anteile ${list.format(lost.map(String))} endgültig verloren.`,
    }),
  leaveUseless: (threshold) =>
    `Dann sind weniger als ${threshold} Anteile übrig, und dieser Schlüsselsatz kann nie signieren.`,
  stay: 'Bleiben',
  leave: 'Gehen und verlieren',
}
