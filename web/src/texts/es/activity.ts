import { pluralsOf } from '#contract/plurals.ts'
import type { activity as english } from '#contract/texts/activity.ts'
import type { Translation } from '#contract/translation.ts'

const plural = pluralsOf('es')

export const activity: Translation<typeof english> = {
  title: 'Actividad',
  lead: 'Qué se pidió a esta clave, quién lo pidió y qué pasó. Lo más reciente primero.',
  onlyProblems: 'Solo problemas',
  search: 'Buscar',
  searchHint: 'Nombre, clave o lo que se pidió',
  empty: 'Todavía no se ha pedido nada.',
  noProblems: 'Sin problemas.',
  noneFound: 'Nada de lo que se muestra coincide.',
  failed: 'No se pudo cargar la actividad',
  refresh: 'Buscar novedades',
  noMore: 'No hay nada más.',
  times: (count) => plural(count, { one: '1 vez más', other: `${count} veces más` }),

  all: 'Todo',
  today: 'Hoy',
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
    door: '',
  },
}
