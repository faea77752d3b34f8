import { pluralsOf } from '#contract/plurals.ts'
import type { reading as english } from '#contract/texts/reading.ts'
import type { Translation } from '#contract/translation.ts'

const plural = pluralsOf('es')

const people = (count: number): string =>
  plural(count, { one: '1 persona', other: `${count} personas` })
const events = (count: number): string =>
  plural(count, { one: '1 evento', other: `${count} eventos` })
const withName = (name: string | undefined): string =>
  name === undefined ? '' : ` con el nombre “${name}”`

export const reading: Translation<typeof english> = {
  locale: 'es',

  fields: {
    name: 'Nombre',
    display_name: 'Nombre visible',
    about: 'Acerca de',
    picture: 'Imagen',
    banner: 'Portada',
    nip05: 'Dirección (NIP-05)',
    lud16: 'Recibe pagos en',
    lud06: 'Recibe pagos en (LNURL)',
    website: 'Sitio web',
  },
  noProfile: 'No es un perfil',
  empty: 'Deja vacío',
  otherFields: 'Otros campos',

  tags: {
    title: 'Título',
    subject: 'Asunto',
    summary: 'Resumen',
    'content-warning': 'Aviso de contenido',
    relay: 'Relay',
    challenge: 'Desafío',
    t: 'Para qué',
    server: 'Servidor',
    x: 'Archivo',
    expiration: 'Hasta',
    u: 'Dirección',
    method: 'Método',
    relays: 'Relays',
    amount: 'Importe',
    response: 'Elección',
    option: 'Opción',
    endsAt: 'Termina',
    i: 'Cuenta en otro sitio',
  },
  tag: (name) => `Etiqueta ${name}`,
  moreOf: (label) => `Más: ${label}`,
  notShown: 'Sin mostrar',
  tagsNamed: (count, names) =>
    plural(count, { one: `1 etiqueta: ${names}`, other: `${count} etiquetas: ${names}` }),
  characters: (count) => plural(count, { one: '1 carácter', other: `${count} caracteres` }),
  host: 'Lleva a',
  any: 'cualquiera',
  dated: 'Con fecha de',

  zaps: 'Los zaps van a',
  weighted: (key, weight) => `${key}, peso ${weight}`,
  goesTo: 'Va a',
  sats: (count) =>
    plural(count, { one: '1 satoshi', other: `${count.toLocaleString('es')} satoshis` }),
  notSaid: 'no se dice',
  reports: 'Denuncia como',

  follows: 'Seguirás a',
  people,

  relayUses: { read: 'Leer en', write: 'Escribir en', both: 'Leer y escribir en' },
  relays: 'Relays',
  moreRelays: 'Más relays',
  none: 'ninguno',

  deletes: 'Borra',
  events,
  ofKinds: 'De estos tipos',
  kind: (kind) => `tipo ${kind}`,
  reason: 'Motivo',

  reaction: 'Reacción',
  likes: 'le gusta',
  dislikes: 'no le gusta',

  unknownKind: 'Floe no conoce este tipo: puede hacer cualquier cosa',
  vanishes: 'los relays borran todo lo que has publicado',
  relayLogin: 'quien lo tenga puede leer lo que este relay guarda para ti',
  deletesFiles: 'borra archivos',
  datedAhead:
    'lleva una fecha futura: hasta entonces los relays no conservan nada más nuevo en su lugar',
  datedBack: 'lleva una fecha pasada: los relays conservan lo más nuevo, si lo hay',
  websiteLogin: 'quien lo tenga pasa por ti en esta dirección',
  replacesAny: (named) => `sustituye lo que haya${withName(named)}`,
  replaces: (day, named) => `sustituye lo del ${day}${withName(named)}`,
  isOlder: (day, named) =>
    `es anterior a lo del ${day}${withName(named)}, que los relays conservan`,

  adds: 'Añade',
  addsField: (field) => `Añade: ${field}`,
  loses: 'Se pierde',
  keeps: 'Se queda',
  takesAwayField: (field) => `Quita: ${field}`,
  otherFieldsChanged: 'Otros campos cambiados',
  otherFieldsGone: 'Otros campos quitados',
  unchanged: 'Sin cambios',
  changes: 'Cambios',
  nothing: 'nada',
  moreTagChanges: 'Más cambios de etiquetas',
  andMore: (shown, more) => `${shown} y ${more} más`,
  listed: {
    ...{ people: 'Personas', relays: 'Relays', events: 'Eventos', hashtags: 'Hashtags' },
    words: 'Palabras',
  },
  counted: {
    people,
    relays: (count) => plural(count, { one: '1 relay', other: `${count} relays` }),
    events,
    hashtags: (count) => plural(count, { one: '1 hashtag', other: `${count} hashtags` }),
    words: (count) => plural(count, { one: '1 palabra', other: `${count} palabras` }),
    tags: (count, name) =>
      plural(count, { one: `1 etiqueta “${name}”`, other: `${count} etiquetas “${name}”` }),
  },
  content: { label: 'Contenido', encrypted: 'Contenido cifrado' },
  contentChange: { isNew: 'se añade', isGone: 'se quita', changes: 'cambia' },
}
