import { pluralsOf } from '#contract/plurals.ts'
import type { backups as english } from '#contract/texts/backups.ts'
import type { Translation } from '#contract/translation.ts'

const plural = pluralsOf('de')
const list = new Intl.ListFormat('de')

export const backups: Translation<typeof english> = {
  lead:
    'Eine Sicherung enthält alles, was dieser Server aufbewahrt: Einstellungen, Schlüsseldaten, ' +
    'Anteil-Einträge, Rechte, Passwort, API-Schlüssel und Audit-Log.',

  download: {
    title: 'Sicherung erstellen',
    kind: 'Was hineinkommt',
    kinds: {
      withKey: [
        'Mit dem Siegelschlüssel, durch eine Passphrase geschützt',
        'Für einen neuen Rechner, wenn dieser verloren geht. Sie lässt sich überall öffnen: Wer Datei ' +
          'und Passphrase hat, hat den Anteil.',
      ],
      plain: [
        'Ohne den Siegelschlüssel',
        'Um auf diesem Rechner zu einem früheren Stand zurückzukehren. Auf einem neuen öffnet sie ' +
          'nichts, außer secret.key (oder SECRET_KEY) ist noch anderswo aufbewahrt.',
      ],
    },
    made: 'Passphrase, eigens für diese Sicherung',
    madeWhat: 'Passphrase',
    madeLead:
      'Sie steht hier, bis du diese Seite verlässt, und wird nirgends aufbewahrt. Schreib sie auf und verwahre sie ' +
      'getrennt von der Datei: Ohne sie lässt sich der Anteil in der Sicherung nicht öffnen.',
    kept: 'Ich habe die Passphrase aufbewahrt',
    opens: (name) => `Sie öffnet ${name}`,
    makeAnother: 'Eine andere erzeugen lassen',
    chooseOwn: 'Selbst eine wählen',
    makeOne: 'Eine erzeugen lassen',
    passphrase: 'Passphrase',
    again: 'Passphrase wiederholen',
    hint: (min) => `Mindestens ${min} Zeichen. Niemand kann sie dir wiederbeschaffen.`,
    differs: 'Das ist nicht dieselbe Passphrase',
    submit: 'Herunterladen',
    making: 'Sicherung wird erstellt …',
    done: (name) => `Die Sicherung ist erstellt: ${name}`,
    withKeyInName: '-mit-schluessel',
    fallbackName: 'floe.db',
  },

  last: {
    none: 'Keine Sicherung bekannt. Erstelle jetzt eine: Geht die Platte verloren, ist auch der Anteil weg.',
    withKey: (when) => `Letzte Sicherung: ${when}, mit ihrem Schlüssel.`,
    plain: (when) =>
      `Letzte Sicherung: ${when}, ohne den Schlüssel. Sie lässt sich nur dort öffnen, wo der Schlüssel ist.`,
  },

  schedule: {
    title: 'Regelmäßige Sicherungen',
    off: 'Aus: Floe erstellt von selbst keine.',
    change: 'Ändern …',
    interval: 'Stunden zwischen zwei Sicherungen',
    intervalHint: '24 heißt einmal am Tag; bei 0 gibt es keine.',
    intervalWrong: (max) => `Eine ganze Zahl von 0 bis ${max}`,
    keep: 'Wie viele behalten',
    keepWrong: (max) => `Eine ganze Zahl von 1 bis ${max}`,
    save: 'Speichern',
    saving: 'Speichert …',
    saved: 'Der Zeitplan gilt jetzt',
    saveFailed: 'Der Zeitplan wurde nicht gespeichert',
    on: (hours, keep) =>
      `${plural(hours, { one: 'Jede Stunde eine', other: `Alle ${hours} Stunden eine` })}; ` +
      plural(keep, {
        one: 'die neueste wird aufbewahrt.',
        other: `die neuesten ${keep} werden aufbewahrt.`,
      }),
    place:
      'Im Ordner backups des Datenordners, ohne den Siegelschlüssel, auf derselben Platte wie die Daten ' +
      'selbst: Kopiere sie auf einen anderen Rechner.',
    none: 'Noch keine.',
    list: 'Regelmäßige Sicherungen, neueste zuerst',
    next: (when) => `Die nächste: ${when}.`,
    showAll: (count) => `Alle ${count} zeigen`,
  },

  check: {
    submit: 'Diese Datei prüfen',
    checking: 'Wird geprüft...',
    sound: (when, version) => `Eine heile Sicherung vom ${when}, gemacht von Floe ${version}.`,
    bare: 'Eine heile Datenbank von Floe, die keine Sicherung ist.',
    keys: {
      opened:
        'Ihr Schlüssel ist darin, und die Passphrase öffnet ihn: Sie lässt sich überall einspielen.',
      locked: 'Ihr Schlüssel ist darin. Gib die Passphrase ein, um zu erfahren, ob sie ihn öffnet.',
      outside:
        'Ihr Schlüssel ist nicht darin: Sie lässt sich nur einspielen, wo der Schlüssel ist, wie hier.',
    },
    noKeyset: 'kein Keyset',
    holds: (keysets, apps, apiKeys, rules, entries) =>
      `Darin: ${keysets}; Apps: ${apps}, API-Schlüssel: ${apiKeys}, Regeln: ${rules}, Einträge im Audit-Log: ${entries}.`,
  },

  restore: {
    title: 'Sicherung einspielen',
    lead: 'Der Server prüft zuerst die ganze Sicherung. Lehnt er sie ab, ändert sich nichts.',
    file: 'Sicherungsdatei',
    passphrase: 'Passphrase',
    hint: 'Nur für eine Sicherung mit Schlüssel. Hat der Server den Schlüssel schon, braucht es keine.',
    otherWay: 'Die Sicherung enthält ihren Schlüssel nicht',
    key: 'secret.key des alten Rechners',
    keyHint:
      'Aus dem Datenordner des Floe, das die Sicherung erstellt hat; wurde es mit SECRET_KEY gestartet, ' +
      'eine Datei mit diesem Text.',
    keyTooLarge: 'Das ist kein secret.key: Die Datei enthält mehr als einen Schlüssel',
    noFile: 'Wähle zuerst eine Datei',
    submit: 'Einspielen …',

    askTitle: 'Ersetzen, was dieser Server hat?',
    what: (name, size) => `${name} (${size})`,
    replaced:
      'Einstellungen, Schlüsseldaten, Anteil-Einträge, Rechte und das Audit-Log werden durch den Inhalt ' +
      'der Sicherung ersetzt, ebenso Passwort und API-Schlüssel: Seither widerrufene Schlüssel gelten wieder.',
    ends: 'Der Server startet neu, solange pausiert das Signieren, und alle Sitzungen enden.',
    onePlace:
      'Lass denselben Anteil nur an einem Ort laufen: Stoppe den Server, von dem er kommt, bevor du die ' +
      'Sicherung hier einspielst.',
    understood: 'All das durch die Sicherung ersetzen',
    confirm: 'Ersetzen und neu starten',

    sending: 'Sicherung wird übertragen …',
    sent: (percent) => `${percent} % übertragen`,
    checking: 'Der Server prüft die Sicherung …',
    restoring: 'Wird eingespielt …',
    restarting:
      'Der Server spielt die Sicherung ein und startet neu. Diese Seite macht von selbst weiter.',
    slow: 'Der Server hat noch nicht geantwortet. Diese Seite fragt weiter nach; warum es so lange dauert, steht im Log des Servers.',
    lost: (indices) =>
      plural(indices.length, {
        one: `Anteil ${indices[0]} war nicht in der Sicherung`,
        other: `Die Anteile ${list.format(indices.map(String))} waren nicht in der Sicherung`,
      }),
    done: (madeAt) =>
      `${madeAt === null ? 'Die Datenbank' : `Die Sicherung vom ${madeAt}`} ist eingespielt`,
    brokeOff:
      'Die Verbindung brach ab, bevor die ganze Sicherung übertragen war. Nichts wurde geändert: Versuch ' +
      'es noch einmal.',
    unsure:
      'Die Sicherung wurde übertragen, aber es kam keine Antwort. Lade diese Seite neu: Wurde sie ' +
      'eingespielt, musst du dich neu anmelden, und das Audit-Log führt es auf.',
  },
}
