import { pluralsOf } from '#contract/plurals.ts'
import type { activity as english } from '#contract/texts/activity.ts'
import type { Translation } from '#contract/translation.ts'

const plural = pluralsOf('es')

export const activity: Translation<typeof english> = {
  title: 'Actividad',
  onlyProblems: 'Solo problemas',
  security: 'Seguridad',
  filters: {
    who: 'Quién pidió',
    anyone: 'Cualquiera',
    device: 'Dispositivo',
    anyDevice: 'Cualquier dispositivo',
    kind: 'Evento',
    anyKind: 'Cualquier evento',
    day: 'Día',
    clear: 'Ver todo',
  },
  /** An opened row. */
  facts: {
    at: 'Cuándo',
    id: (count) => plural(count, { one: 'ID del evento', other: 'ID de los eventos' }),
    kind: 'Tipo',
    text: 'Texto',
    noText: 'Floe no guarda ningún texto.',
    asked: 'Lo pidió',
    by: 'Decidió',
    devices: 'Dispositivos',
    took: 'Tardó',
    here: 'este servidor',
  },
  empty: 'Todavía no se ha pedido nada.',
  noProblems: 'Sin problemas.',
  noneFound: 'Nada coincide.',
  failed: 'No se pudo cargar la actividad',
  noMore: 'No hay nada más.',
  times: (count) => plural(count, { one: '1 vez más', other: `${count} veces más` }),

  all: 'Todo',
  shown: 'Qué se muestra',

  stop: 'Firma detenida',
  resume: 'Firma reanudada',
  unknown: 'Usó la clave',
  signedIn: 'Iniciaste sesión',
  keySignedIn: (who) => `${who} inició sesión`,
  notSignedIn: 'Alguien no pudo iniciar sesión',

  forWhom: (who) => `para ${who}`,
  withWhom: (names) => `con ${names}`,
  you: 'ti',

  outcomes: {
    ok: 'Hecho',
    answered: 'Hecho',
    approved: 'Permitido',
    allowed: 'Lo permitiste',
    asked: 'Te espera',
    waiting: 'Te espera',
    refused: 'Rechazado',
    denied: 'Rechazado',
    'ran out': 'Sin respuesta a tiempo',
    stopped: 'Detenido',
    PEER_DECLINED: 'Rechazado allí',
    PEER_UNANSWERED: 'Sin respuesta allí',
  },
  failedWord: 'Falló',

  by: {
    rule: (sentence) => `regla: ${sentence}`,
    goneRule: (id) => `regla ${id}, ya eliminada`,
    limit: (sentence) => `límite de la regla: ${sentence}`,
    preset: (title) => `ajuste básico: ${title}`,
    switch: 'su interruptor está apagado',
    never: 'ninguna regla puede permitirlo',
    stopped: 'la firma estaba detenida',
    suspended: 'está en suspenso',
    gone: 'aquí ya no se conoce',
    answer: 'dijiste que sí',
    answeredNo: 'dijiste que no',
    unanswered: 'nadie respondió a tiempo',
    crowded: 'había demasiadas solicitudes abiertas',
    unkept: 'no se pudo dejar constancia',
    /** Why it was allowed or refused where no rule decided: what such a caller may do anyway. */
    door: {
      owner: 'lo pediste tú',
      peer: 'está activado',
      program: 'el alcance de la clave',
      app: 'ninguna regla lo permite',
    },
  },
}
