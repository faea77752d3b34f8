import { pluralsOf } from '#contract/plurals.ts'
import type { relays as english } from '#contract/texts/relays.ts'
import type { Translation } from '#contract/translation.ts'
import { withDative } from './durations.ts'

const plural = pluralsOf('de')

export const relays: Translation<typeof english> = {
  title: 'Relay-URLs',
  add: 'Hinzufügen',
  addPlaceholder: 'Relay-URL hinzufügen',
  remove: (url) => `${url} entfernen`,
  lastOne: 'Mindestens ein Relay muss bleiben',
  added: (url) => `${url} hinzugefügt`,
  removed: (url) => `${url} entfernt`,
  already: (url) => `${url} steht schon in der Liste`,
  saveFailed: 'Relays nicht gespeichert',
  defaults:
    'Es sind keine Relays gespeichert, darum nutzt der Signierer seine eigenen. Eine Änderung speichert die Liste.',
  count: (heard, total) =>
    heard === total ? `${heard} mit Empfang` : `${heard} von ${total} mit Empfang`,
  heard: (duration, reconnects) =>
    `Empfang ${withDative('seit', duration)}${
      reconnects === 0
        ? ''
        : `, ${plural(reconnects, { one: 'einmal', other: `${reconnects}-mal` })} neu verbunden`
    }`,
  refused: (reason) => `zuletzt abgelehnt: ${reason}`,
  slowDown: (duration, reason) =>
    `hat ${withDative('vor', duration)} um weniger gebeten und bekommt weniger: ${reason}`,
  notHeard: 'verbunden, noch kein Empfang',
  deaf: (reason) => `verbunden, kein Empfang: ${reason}`,
  connecting: 'verbindet sich',
  lost: 'nicht verbunden',
  retryIn: (seconds) => `neuer Versuch in ${seconds} s`,
  retryNow: 'neuer Versuch läuft',
  closed: 'geschlossen',
  unused: 'nicht verbunden, solange der Signierer gestoppt ist',
  words: {
    ok: 'Empfang',
    wait: 'Wartet',
    warn: 'Lehnt ab',
    bad: 'Kein Empfang',
    unknown: 'Unbekannt',
  },
  none: 'Keine Relays eingerichtet',
}
