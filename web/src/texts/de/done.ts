import { pluralsOf } from '#contract/plurals.ts'
import type { done as english } from '#contract/texts/done.ts'
import type { Translation } from '#contract/translation.ts'

const plural = pluralsOf('de')

/** A thing is named without an article, as an object: 'öffentliche Nachricht'. */
const beginning = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

export const done: Translation<typeof english> = {
  signed: (thing) => beginning(`${thing} signiert`),
  coSigned: (thing) => beginning(`${thing} mitsigniert`),
  read: (count, whose) =>
    plural(count, {
      one: `Nachricht von ${whose} gelesen`,
      other: `${count} Nachrichten von ${whose} gelesen`,
    }),
  encrypted: (count, forWhom) =>
    plural(count, {
      one: `Text für ${forWhom} verschlüsselt`,
      other: `${count} Texte für ${forWhom} verschlüsselt`,
    }),
  helped: (whose) => `Bei privaten Nachrichten von ${whose} geholfen`,
  gaveGroup: 'Gruppe weitergegeben',
  tested: 'Testsignatur erstellt',
  notTested: 'Testsignatur misslungen',

  couldNot: {
    sign: (thing) => `Konnte ${thing} nicht signieren`,
    coSign: (thing) => `Konnte ${thing} nicht mitsignieren`,
    read: (count, whose) =>
      plural(count, {
        one: `Konnte Nachricht von ${whose} nicht lesen`,
        other: `Konnte ${count} Nachrichten von ${whose} nicht lesen`,
      }),
    encrypt: (forWhom) => `Konnte Text für ${forWhom} nicht verschlüsseln`,
    help: (whose) => `Konnte bei privaten Nachrichten von ${whose} nicht helfen`,
    giveGroup: 'Konnte Gruppe nicht weitergeben',
  },
  refused: (deed) => `Abgelehnt: ${deed}`,
  asked: (deed) => `Angefragt: ${deed}`,

  unshown: (count) =>
    plural(count, { one: 'ungezeigten Inhalt', other: `${count} ungezeigte Inhalte` }),
  different: (count) => `${count} Events verschiedener Typen`,
  times: (thing, count) => `${thing} (${count}-mal)`,
  ofKind: (kind) => `Event vom Typ ${kind}`,

  someone: 'jemand',
  key: (short) => `${short}…`,
  people: (count) => `${count} Personen`,
}
