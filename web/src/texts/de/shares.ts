import { pluralsOf } from '#contract/plurals.ts'
import type { shares as english } from '#contract/texts/shares.ts'
import type { Translation } from '#contract/translation.ts'

const plural = pluralsOf('de')

export const shares: Translation<typeof english> = {
  keep: 'Eine Kopie in diesem Browser behalten',
  why:
    'Die Rettung kann sich dann selbst ausfüllen, aber dieser Browser behält die zehn letzten Paare aus ' +
    'Anteil und Gruppendaten, unverschlüsselt, bis du dich abmeldest oder die Sitzung endet.',
  stay: 'Auch nach dem Abmelden, für alle, die diesen Browser dann benutzen',
  keptHere: {
    untilSignOut: 'Dieser Browser behält eine Kopie, bis du dich abmeldest.',
    stays: 'Dieser Browser behält eine Kopie, auch nach dem Abmelden.',
  },
  notKeptHere: 'Dieser Browser behält keine Kopie.',
  change: 'Ändern',
  changeLabel: 'Ändern, ob dieser Browser eine Kopie behält',
  kept: (count) =>
    plural(count, { one: '1 Eintrag behalten', other: `${count} Einträge behalten` }),
  notKept: 'Dieser Browser konnte keine Kopie des Anteils behalten',
  notKeptNext:
    'Sein Speicher ist voll oder abgeschaltet. Der Signierer selbst ist davon nicht betroffen.',

  removeTitle: (count) =>
    plural(count, {
      one: 'Den gespeicherten Eintrag entfernen?',
      other: `Die ${count} gespeicherten Einträge entfernen?`,
    }),
  removeText:
    'Dieser Browser vergisst die Anteile, die er behält, und behält keine weiteren. Ist das die einzige ' +
    'Kopie eines Anteils, ist dieser Anteil verloren.',
  remove: 'Entfernen und ausschalten',
  removed: 'Dieser Browser behält keine Anteil-Einträge mehr',

  alsoRemove: (count) =>
    plural(count, {
      one: 'Auch den Anteil-Eintrag entfernen, den dieser Browser behält',
      other: `Auch die ${count} Anteil-Einträge entfernen, die dieser Browser behält`,
    }),

  savedHere: 'Anteil-Einträge auf diesem Server',
  savedHereWhy:
    'Jeder ist ein Anteil mit seiner Gruppe, verschlüsselt im Datenordner, zusätzlich zu dem, womit der ' +
    'Signierer läuft.',
  unnamed: 'Ohne Namen',
  deleteRecord: (name) => `Anteil-Eintrag „${name}“ löschen`,
  deleteTitle: (name) => `Anteil-Eintrag „${name}“ löschen?`,
  deleteText:
    'Der Anteil und seine Gruppe in diesem Eintrag werden endgültig von diesem Server entfernt. Haben kein ' +
    'Gerät und keine Sicherung diesen Anteil, ist er verloren. Womit der Signierer läuft, bleibt, wie es ist.',
  deleteForGood: 'Endgültig löschen',
  deleting: 'Löscht …',
  deleted: 'Der Anteil-Eintrag wurde gelöscht',
  notDeleted: 'Der Anteil-Eintrag konnte nicht gelöscht werden',
  alsoDelete: (count) =>
    plural(count, {
      one: 'Auch den Anteil-Eintrag löschen, der auf diesem Server gespeichert ist',
      other: `Auch die ${count} Anteil-Einträge löschen, die auf diesem Server gespeichert sind`,
    }),
}
