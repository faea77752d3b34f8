import { pluralsOf } from '#contract/plurals.ts'
import type { generations as english } from '#contract/texts/protocols.ts'
import type { Translation } from '#contract/translation.ts'

const plural = pluralsOf('de')

export const generations: Translation<typeof english> = {
  spoken: {
    both: 'Spricht beide Protokolle. Signaturen werden in 2026 angefragt, das nichts vom Anteil preisgibt.',
    '1.x':
      'Spricht nur das ältere Protokoll 1.x, in dem jede Signatur einen Teil des Anteils preisgibt. ' +
      'Aktualisiere die App auf diesem Gerät.',
    '2026': 'Spricht das Protokoll 2026, in dem eine Signatur nichts vom Anteil preisgibt.',
  },

  protocol: 'Protokoll',
  modes: {
    answer: '2026 und 1.x',
    warn: '2026 und 1.x',
    refuse: 'nur 2026',
  },
  onlyGen2: '2026',
  v2Off: 'nur 1.x, da 2026 aus ist',
  bothOff: 'Keines: 2026 ist aus',
  change: 'Ändern',
  changeLabel: 'Protokolleinstellungen ändern',
  loading: 'Lädt …',
  unknown: 'Unbekannt',
  noneHeard: 'Noch hat sich kein Gerät gemeldet.',
  allNext: 'Jedes Gerät, das sich bisher gemeldet hat, spricht 2026.',
  olderPeers: (older, total) =>
    older === total
      ? plural(total, {
          one: 'Das andere Gerät spricht bisher nur 1.x.',
          other: `Alle ${total} anderen Geräte sprechen bisher nur 1.x.`,
        })
      : `${older} von ${total} Geräten ${plural(older, { one: 'spricht', other: 'sprechen' })} bisher nur 1.x.`,
  refusedPeers: (older) =>
    plural(older, {
      one: 'Ein Gerät spricht nur 1.x, das abgelehnt wird: Es bekommt keine Signaturen.',
      other: `${older} Geräte sprechen nur 1.x, das abgelehnt wird: Sie bekommen keine Signaturen.`,
    }),

  lead: 'Was dieser Server beantwortet. Eine Änderung gilt sofort, auch für Anfragen, die schon unterwegs sind.',
  firstGeneration: 'Anfragen im älteren Protokoll 1.x',
  choices: {
    answer: [
      'Beantworten',
      'Jedes Gerät wird bedient, ohne Warnung. Jede 1.x-Signatur gibt einen Teil dieses Anteils preis.',
    ],
    warn: [
      'Beantworten und warnen',
      'Jedes Gerät wird bedient, und der Status nennt jedes, das noch mit 1.x signiert.',
    ],
    refuse: [
      'Ablehnen',
      'Von diesem Anteil wird nichts mehr preisgegeben. Geräte, die nur 1.x sprechen, bekommen von diesem Signierer keine Signaturen und keine Entschlüsselung mehr.',
    ],
  },
  nothingAnswered:
    'Der Anteil dieses Signierers gehört zum Protokoll 2026 und taugt nicht für 1.x: Solche Anfragen werden nie beantwortet.',
  wouldStop: (older) =>
    plural(older, {
      one: 'Ein Gerät spricht nur 1.x: Ablehnen sperrt es aus.',
      other: `${older} Geräte sprechen nur 1.x: Ablehnen sperrt sie aus.`,
    }),
  onboarding: 'Geräte, die beitreten',
  approve: 'Mich fragen, bevor ein Gerät die Gruppe bekommt',
  approveHint:
    'Ein Gerät, das mit einer Einladung eingerichtet wurde, fragt diesen Signierer, wer die Mitglieder ' +
    'sind. Aus: Jedes Mitglied des Schlüsselsatzes erfährt es, ohne dass du gefragt wirst.',
  save: 'Speichern',
  saving: 'Speichert …',
  saved: 'Protokolleinstellungen gespeichert',
  saveFailed: 'Die Protokolleinstellungen wurden nicht gespeichert',

  inGeneration: (name) => `Protokoll ${name}`,
}
