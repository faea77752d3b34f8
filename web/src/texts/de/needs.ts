import { SHARE_EXPOSED_BY } from '#contract/limits.ts'
import { pluralsOf } from '#contract/plurals.ts'
import type * as english from '#contract/texts/needs.ts'
import type { Translation } from '#contract/translation.ts'

const plural = pluralsOf('de')

const barriers = {
  owner: 'Das Signieren ist gestoppt.',
  stopped: 'Der Signierer läuft nicht.',
  relay: 'Von keinem Relay gibt es Empfang.',
  off: 'Jedes Protokoll ist aus.',
  looking: 'Noch haben nicht alle Geräte geantwortet.',
  peers:
    'Zu wenige Geräte sind online. Schalte eines ein, verbinde es mit dem Netz und öffne seine Signier-App.',
  policy: 'Deine Schalter oder Regeln schließen die Geräte aus, die online sind.',
  older: 'Die Geräte, die online sind, sprechen nur das Protokoll 1.x, das hier abgelehnt wird.',
  refused: 'Die Geräte, die online sind, sagen, dass sie diesem Server nicht antworten.',
  nonces: 'Die Geräte, die online sind, haben keine Nonces gegeben, die eine Signatur braucht.',
} as const

export const needSentences: Translation<typeof english.needSentences> = {
  'open-access':
    'Wer diesen Server erreicht, kommt hinein, denn es ist keine Anmeldung eingerichtet. Richte eine ein, wenn nicht nur du ihn erreichst.',
  'no-credentials': 'Auf diesem Server ist noch kein Anteil eingerichtet.',
  question: ({ count }) =>
    plural(count, {
      one: 'Eine Frage wartet auf deine Antwort.',
      other: `${count} Fragen warten auf deine Antwort.`,
    }),
  'join-request': ({ count }) =>
    plural(count, {
      one: 'Ein Gerät möchte beitreten. Erlaube es nur, wenn du es gerade selbst einrichtest.',
      other: `${count} Geräte möchten beitreten. Erlaube es nur, wenn du sie gerade selbst einrichtest.`,
    }),
  stopped: 'Du hast das Signieren gestoppt. Nichts wird signiert, bis du es fortsetzt.',
  'stop-not-kept':
    'Der Stopp konnte nicht gespeichert werden: Ein Neustart würde ihn beenden. Schaffe Platz auf dem Datenträger dieses Servers.',
  'not-started': 'Der Signierer konnte nicht starten, deshalb wird nichts signiert.',
  'no-relay': ({ count }) =>
    plural(count, {
      one: 'Vom Relay gibt es keinen Empfang, deshalb ist kein Gerät zu erreichen.',
      other: `Von keinem der ${count} Relays gibt es Empfang, deshalb ist kein Gerät zu erreichen.`,
    }),
  'relay-gone': ({ url }) =>
    `Von ${url} gibt es seit einem Tag oder länger keinen Empfang. Wenn es das Relay nicht mehr gibt, nimm ein anderes.`,
  'cannot-sign': ({ why }) => `Nichts kann signiert werden. ${barriers[why]}`,
  'one-way': ({ why }) => `Das Signieren geht nur in eine Richtung. ${barriers[why]}`,
  'device-gone': ({ device }) =>
    `${device} war seit einer Woche oder länger nicht da. Schalte es ein, verbinde es mit dem Netz und öffne seine Signier-App, oder ersetze es.`,
  'v1-exposure': ({ device, count }) =>
    count >= SHARE_EXPOSED_BY
      ? `${device} hat im Protokoll 1.x ${count} Teilsignaturen dieses Anteils: genug, um den Anteil zu errechnen.`
      : `${device} hat im Protokoll 1.x ${plural(count, { one: 'eine Teilsignatur', other: `${count} Teilsignaturen` })} dieses Anteils. Mit dreien lässt sich der Anteil errechnen.`,
  'v1-shut-out': ({ device }) =>
    `${device} wird abgelehnt: Es spricht jetzt nur noch das ältere Protokoll 1.x, früher aber 2026. Aktualisiere seine App ` +
    'oder erlaube ihm 1.x, in dem drei Signaturen diesen Anteil preisgeben.',
  'two-devices': ({ device }) =>
    `Zwei Geräte laufen mit dem Anteil von ${device}, deshalb scheitern Signaturen. Schalte das ersetzte ab und lösche dort seinen Anteil.`,
  'own-share-twice':
    'Ein anderes Gerät läuft mit dem Anteil dieses Servers. Beide antworten und stören einander: Halte eines davon an.',
  'whole-key-here': ({ count, needed }) =>
    `Diese Maschine hat ${count} Anteile, und ${needed} sind der ganze Schlüssel: Wer sie übernimmt, kann signieren. Füge deine anderen Geräte hinzu.`,
  'share-lost': ({ count }) =>
    plural(count, {
      one: 'Ein Anteil war nicht in der wiederhergestellten Sicherung, und kein Gerät hat ihn. Verteile neue Anteile.',
      other: `${count} Anteile waren nicht in der wiederhergestellten Sicherung, und kein Gerät hat sie. Verteile neue Anteile.`,
    }),
  'share-elsewhere': ({ device, text }) => `${device}: ${text}`,
  'proof-failed': ({ device, text }) =>
    `${device} hat noch nicht bewiesen, dass es signiert. ${text}`,
  'backup-none':
    'Es gibt keine Sicherung. Wenn diese Maschine ausfällt, sind Anteil und Einstellungen verloren.',
  'backup-old': 'Die letzte Sicherung ist alt: Was seither eingerichtet wurde, fehlt darin.',
  'backup-failed': ({ text }) => `Die letzte geplante Sicherung ist gescheitert. ${text}`,
  'clock-wrong': ({ span, isAhead }) =>
    `Die Uhr dieses Servers geht ${span} ${isAhead ? 'vor' : 'nach'}. Stelle sie und lass sie so halten (NTP): Sonst werden Nachrichten abgelehnt.`,
  'disk-full': ({ text }) => text,
  'no-notifications':
    'Niemand erfährt davon, wenn etwas dich braucht und du nicht hier bist. Lege fest, wohin Benachrichtigungen gehen.',
  warning: ({ text }) => text,
}
