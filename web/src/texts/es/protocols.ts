import { pluralsOf } from '#contract/plurals.ts'
import type { generations as english } from '#contract/texts/protocols.ts'
import type { Translation } from '#contract/translation.ts'

const plural = pluralsOf('es')

export const generations: Translation<typeof english> = {
  spoken: {
    both: 'Habla los dos protocolos. Las firmas se piden en 2026, que no revela nada de la parte.',
    '1.x':
      'Solo habla el protocolo antiguo 1.x, en el que cada firma revela un trozo de la parte. Actualiza ' +
      'la app en ese dispositivo.',
    '2026': 'Habla el protocolo 2026, en el que una firma no revela nada de la parte.',
  },

  protocol: 'Protocolo',
  modes: {
    answer: '2026 y 1.x',
    warn: '2026 y 1.x',
    refuse: 'solo 2026',
  },
  onlyGen2: '2026',
  v2Off: 'Solo 1.x: 2026 está desactivado',
  bothOff: 'Ninguno: 2026 está desactivado',
  change: 'Cambiar',
  changeLabel: 'Cambiar los ajustes de protocolo',
  loading: 'Cargando…',
  unknown: 'Desconocido',
  noneHeard: 'Aún no hay señal de ningún dispositivo.',
  allNext: 'Todos los dispositivos con señal hasta ahora hablan 2026.',
  olderPeers: (older, total) =>
    older === total
      ? plural(total, {
          one: 'El dispositivo todavía habla solo 1.x.',
          other: `Los ${total} dispositivos todavía hablan solo 1.x.`,
        })
      : plural(older, {
          one: `1 de ${total} dispositivos todavía habla solo 1.x.`,
          other: `${older} de ${total} dispositivos todavía hablan solo 1.x.`,
        }),
  refusedPeers: (older) =>
    plural(older, {
      one: 'Un dispositivo habla solo 1.x, que se rechaza: no recibe firmas.',
      other: `${older} dispositivos hablan solo 1.x, que se rechaza: no reciben firmas.`,
    }),

  lead: 'A qué responde este servidor. Los cambios se aplican al momento, también a las peticiones en camino.',
  firstGeneration: 'Peticiones en el protocolo antiguo 1.x',
  choices: {
    answer: [
      'Responder',
      'Se atiende a todos los dispositivos, sin advertencia. Cada firma en 1.x revela un trozo de esta parte.',
    ],
    warn: [
      'Responder y advertir',
      'Se atiende a todos los dispositivos, y el estado nombra a cada uno que todavía firma en 1.x.',
    ],
    refuse: [
      'Rechazar',
      'No se revela nada más de esta parte. Los dispositivos que solo hablan 1.x dejan de recibir firmas y descifrado de este firmante.',
    ],
  },
  nothingAnswered:
    'La parte de este firmante es del protocolo 2026 y no se puede usar en 1.x: esas peticiones nunca se responden.',
  wouldStop: (older) =>
    plural(older, {
      one: 'Un dispositivo habla solo 1.x: si lo rechazas, queda fuera.',
      other: `${older} dispositivos hablan solo 1.x: si lo rechazas, quedan fuera.`,
    }),
  onboarding: 'Dispositivos que se unen',
  approve: 'Preguntarme antes de dar el grupo a un dispositivo',
  approveHint:
    'Un dispositivo que se configuró con una invitación pregunta a este firmante quiénes son los ' +
    'miembros. Desactivado: se responde a todo miembro del conjunto de claves sin preguntarte.',
  save: 'Guardar',
  saving: 'Guardando…',
  saved: 'Ajustes de protocolo guardados',
  saveFailed: 'No se guardaron los ajustes de protocolo',

  inGeneration: (name) => `protocolo ${name}`,
}
