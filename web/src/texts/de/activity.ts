import { pluralsOf } from '#contract/plurals.ts'
import type { activity as english } from '#contract/texts/activity.ts'
import type { Translation } from '#contract/translation.ts'
import { audit } from './audit.ts'

const plural = pluralsOf('de')

/** How actors without a name of their own are called after 'für'. */
const accusatives: ReadonlyMap<string, string> = new Map([
  [audit.actors.self, 'diesen Signierer'],
  [audit.actors.open, 'jemanden ohne Anmeldung'],
  [audit.actors.unknown, 'jemand Unbekanntes'],
  [audit.actors.removedApp, 'eine entfernte App'],
])

export const activity: Translation<typeof english> = {
  title: 'Aktivität',
  onlyProblems: 'Nur Probleme',
  security: 'Sicherheit',
  filters: {
    who: 'Wer fragte',
    anyone: 'Alle',
    device: 'Gerät',
    anyDevice: 'Alle Geräte',
    kind: 'Ereignis',
    anyKind: 'Alle Ereignisse',
    day: 'Tag',
    clear: 'Alle zeigen',
  },
  /** An opened row. */
  facts: {
    at: 'Wann',
    id: (count) => plural(count, { one: 'Event-ID', other: 'Event-IDs' }),
    kind: 'Art',
    text: 'Wortlaut',
    noText: 'Floe bewahrt keine Texte auf.',
    asked: 'Gefragt von',
    by: 'Entschieden durch',
    devices: 'Geräte',
    took: 'Dauer',
    here: 'dieser Server',
  },
  empty: 'Bisher wurde nach nichts gefragt.',
  noProblems: 'Keine Probleme.',
  noneFound: 'Nichts passt dazu.',
  failed: 'Die Aktivität konnte nicht geladen werden',
  noMore: 'Das ist alles.',
  times: (count) => `noch ${count}-mal`,

  all: 'Alle',
  shown: 'Was angezeigt wird',

  stop: 'Signieren gestoppt',
  resume: 'Signieren fortgesetzt',
  unknown: 'Schlüssel benutzt',
  signedIn: 'Du hast dich angemeldet',
  keySignedIn: (who) => `${who} hat sich angemeldet`,
  notSignedIn: 'Anmeldung fehlgeschlagen',

  forWhom: (who) => `für ${accusatives.get(who) ?? who}`,
  withWhom: (names) => `mit ${names}`,
  you: 'dich',

  outcomes: {
    ok: 'Erledigt',
    answered: 'Erledigt',
    approved: 'Erlaubt',
    allowed: 'Von dir erlaubt',
    asked: 'Wartet auf dich',
    waiting: 'Wartet auf dich',
    refused: 'Abgelehnt',
    denied: 'Abgelehnt',
    'ran out': 'Ohne Antwort',
    stopped: 'Gestoppt',
    PEER_DECLINED: 'Dort abgelehnt',
    PEER_UNANSWERED: 'Dort ohne Antwort',
  },
  failedWord: 'Fehlgeschlagen',

  by: {
    rule: (sentence) => `Regel: ${sentence}`,
    goneRule: (id) => `Regel ${id}, inzwischen gelöscht`,
    limit: (sentence) => `Obergrenze der Regel: ${sentence}`,
    preset: (title) => `Vorgabe: ${title}`,
    switch: 'der Schalter dafür ist aus',
    never: 'keine Regel kann das erlauben',
    stopped: 'das Signieren war gestoppt',
    suspended: 'pausiert',
    gone: 'hier nicht mehr bekannt',
    answer: 'du hast zugestimmt',
    answeredNo: 'du hast abgelehnt',
    unanswered: 'niemand hat rechtzeitig geantwortet',
    crowded: 'zu viele Fragen waren offen',
    unkept: 'es ließ sich nicht festhalten',
    /** Why it was allowed or refused where no rule decided: what such a caller may do anyway. */
    door: {
      owner: 'du hast selbst darum gebeten',
      peer: 'der Schalter dafür ist an',
      program: 'die Rechte des API-Schlüssels',
      app: 'keine Regel erlaubt es',
    },
  },
}
