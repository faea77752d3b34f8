import { pluralsOf } from '#contract/plurals.ts'
import type { done as english } from '#contract/texts/done.ts'
import type { Translation } from '#contract/translation.ts'

const plural = pluralsOf('es')
const messages = (count: number): string =>
  plural(count, { one: 'un mensaje', other: `${count} mensajes` })

export const done: Translation<typeof english> = {
  signed: (thing) => `Firmó ${thing}`,
  coSigned: (thing) => `Firmó con otros ${thing}`,
  read: (count, whose) => `Leyó ${messages(count)} de ${whose}`,
  encrypted: (count, forWhom) =>
    `Cifró ${plural(count, { one: 'un texto', other: `${count} textos` })} para ${forWhom}`,
  helped: (whose) => `Ayudó con mensajes privados de ${whose}`,
  gaveGroup: 'Entregó el grupo',
  tested: 'Hizo una firma de prueba',
  notTested: 'La firma de prueba falló',

  couldNot: {
    sign: (thing) => `No pudo firmar ${thing}`,
    coSign: (thing) => `No pudo firmar con otros ${thing}`,
    read: (count, whose) => `No pudo leer ${messages(count)} de ${whose}`,
    encrypt: (forWhom) => `No pudo cifrar un texto para ${forWhom}`,
    help: (whose) => `No pudo ayudar con mensajes privados de ${whose}`,
    giveGroup: 'No pudo entregar el grupo',
  },
  // The deed is that of the caller, not of this signer, so no verb may say that the signer did it.
  refused: (deed) => `Rechazado: ${deed}`,
  asked: (deed) => `Solicitud: ${deed}`,

  unshown: (count) =>
    plural(count, { one: 'algo que no mostró', other: `${count} cosas que no mostró` }),
  different: (count) => `${count} eventos de distintos tipos`,
  times: (thing, count) => `${thing}, ${count} veces`,
  ofKind: (kind) => `un evento de tipo ${kind}`,

  someone: 'alguien',
  key: (short) => `${short}…`,
  people: (count) => `${count} personas`,
}
