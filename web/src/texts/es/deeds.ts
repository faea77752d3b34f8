import { pluralsOf } from '#contract/plurals.ts'
import type { deeds as english } from '#contract/texts/deeds.ts'
import type { Translation } from '#contract/translation.ts'

const plural = pluralsOf('es')

const others = (count: number): string =>
  plural(count, { one: 'alguien', other: `otras ${count} personas` })

export const deeds: Translation<typeof english> = {
  encrypt: (forWhom) => `cifrar un texto para ${forWhom}`,
  read: (whose) => `leer lo que recibiste de ${whose}`,
  exchange: (withWhom) => `leer y escribir mensajes privados con ${withWhom}`,
  group: 'recibir el grupo',
  others: { encrypt: others, read: others, exchange: others },

  unshown: (count) =>
    plural(count, {
      one: 'firmar algo que no muestra',
      other: `firmar ${count} cosas que no muestra`,
    }),
  different: (count) => `firmar ${count} eventos de distintos tipos`,
  ofKind: (kind) => `firmar un evento de tipo ${kind}`,
  times: (deed, count) => `${deed}, ${count} veces`,
}
