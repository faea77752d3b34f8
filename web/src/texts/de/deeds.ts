import { pluralsOf } from '#contract/plurals.ts'
import type { deeds as english } from '#contract/texts/deeds.ts'
import type { Translation } from '#contract/translation.ts'

const plural = pluralsOf('de')

/** Each ends in an infinitive, to follow 'darf': 'eine Notiz veröffentlichen'. */
export const deeds: Translation<typeof english> = {
  encrypt: (forWhom) => `einen Text für ${forWhom} verschlüsseln`,
  read: (whose) => `Nachrichten von ${whose} lesen`,
  exchange: (withWhom) => `private Nachrichten mit ${withWhom} lesen und schreiben`,
  group: 'die Gruppe bekommen',
  others: {
    encrypt: (count) => plural(count, { one: 'jemanden', other: `${count} andere` }),
    read: (count) => plural(count, { one: 'jemandem', other: `${count} anderen` }),
    exchange: (count) => plural(count, { one: 'jemandem', other: `${count} anderen` }),
  },

  unshown: (count) =>
    plural(count, {
      one: 'etwas signieren, das nicht gezeigt wird',
      other: `${count} Dinge signieren, die nicht gezeigt werden`,
    }),
  different: (count) => `${count} Events verschiedener Typen signieren`,
  ofKind: (kind) => `ein Event vom Typ ${kind} signieren`,
  times: (deed, count) => `${deed}, ${count}-mal`,
}
