import type { sentences as english } from '#contract/codes.ts'
import { pluralsOf } from '#contract/plurals.ts'
import type { Translation } from '#contract/translation.ts'

type Sentences = Translation<typeof english>

const plural = pluralsOf('de')

export const validation: Sentences['validation'] = {
  shareRequired: 'Der Anteil fehlt',
  sharePrefix: 'Das ist kein Anteil (er muss mit bfshare beginnen)',
  shareLength: (chars) => `Der Anteil hat die falsche Länge (erwartet: etwa ${chars} Zeichen)`,
  shareBech32m: 'Das ist kein Anteil – er muss im Format bech32m sein',
  groupRequired: 'Die Gruppendaten fehlen',
  groupPrefix: 'Das sind keine Gruppendaten (sie müssen mit bfgroup beginnen)',
  groupTooShort: (min) => `Die Gruppendaten sind zu kurz (mindestens ${min} Zeichen)`,
  groupTooLong: (max) => `Die Gruppendaten sind zu lang (höchstens ${max} Zeichen)`,
  groupBech32m: 'Das sind keine Gruppendaten – sie müssen im Format bech32m sein',
  combinedRequired: 'Die Schlüsseldaten fehlen',
  combinedPrefix: 'Das sind keine Schlüsseldaten (sie müssen mit bfcred beginnen)',
  combinedTooShort: (min) => `Die Schlüsseldaten sind zu kurz (mindestens ${min} Zeichen)`,
  combinedTooLong: (max) => `Die Schlüsseldaten sind zu lang (höchstens ${max} Zeichen)`,
  combinedBech32m: 'Das sind keine Schlüsseldaten – sie müssen im Format bech32m sein (bfcred1...)',
  relayRequired: 'Die Relay-URL fehlt',
  relayProtocol: 'Eine Relay-URL beginnt mit wss:// oder ws://',
  relayFormat: 'Das ist keine Relay-URL',
  relayDotless:
    'Trag einen Host ohne Punkt in die Variable RELAY_HOSTS ein, oder nimm eine Adresse oder einen Namen mit Punkt',
  relayTooLong: (max) => `Die Relay-URL ist länger als ${max} Zeichen`,
  relayListTooLong: (max) => `Mehr als ${max} Relays sind aufgeführt`,
  relayListRequired: 'Mindestens eine Relay-URL ist nötig',
  relayItem: (position, reason) => `Relay ${position}: ${reason}`,
  relayNoneValid: 'Keine gültige Relay-URL angegeben',
  relayTooMany: (max) => `Höchstens ${max} Relays`,
  relayListCredential: 'Mindestens eine Relay-URL muss angegeben sein',
  nsecRequired: 'Der nsec fehlt',
  nsecFormat: 'Das ist kein nsec',
  privateKeyRequired: 'Der private Schlüssel fehlt',
  privateKeyFormat: 'Das ist kein privater Schlüssel (64 Hex-Zeichen)',
  secretKeyFormat: 'Das ist kein geheimer Schlüssel – er muss aus 64 Hex-Zeichen bestehen',
  hexKeyFormat: 'Das ist kein Hex-Schlüssel – er muss aus 64 Hex-Zeichen bestehen',
  nostrKeyFormat: 'Das ist kein nostr-Schlüssel',
  thresholdPositive: 'Die Schwelle muss eine ganze Zahl ab 1 sein',
  totalMembersPositive: 'Die Zahl der Mitglieder muss eine ganze Zahl ab 1 sein',
  thresholdTooHigh: 'Die Schwelle kann nicht höher sein als die Zahl der Mitglieder',
  totalMembersTooHigh: (max) => `Mehr als ${max} Mitglieder sind nicht möglich`,
  nameRequired: 'Der Name fehlt',
  nameTooLong: (max) => `Der Name ist länger als ${max} Zeichen`,
  nameTaken: 'Ein Schlüsselsatz heißt schon so',
  noShares: 'Keine Anteile angegeben',
  notEnoughShares: (need, got) =>
    `Zu wenige Anteile: Mindestens ${need} sind nötig, angegeben ${plural(got, { one: 'ist 1', other: `sind ${got}` })}`,
  shareItem: (position, reason) => `Anteil ${position}: ${reason}`,
  shareIndexMissing: 'Jeder Anteil muss eine Zahl als idx haben',
  shareNotInGroup: 'Der Anteil gehört nicht zu dieser Gruppe',
  packaged: 'Das ist durch ein Passwort geschützt: Öffne es zuerst damit',
}

/** Why something can't be read, to follow a colon; of a share, a group or a package. */
export const decoding: Sentences['decoding'] = {
  tooLong: (max) => `länger als ${max} Zeichen`,
  upperCase: 'muss in Kleinbuchstaben geschrieben sein',
  prefix: (expected) => `sollte mit ${expected}1 beginnen`,
  alphabet: 'enthält ein Zeichen, das es in bech32m nicht gibt',
  checksum: 'die Prüfsumme stimmt nicht, ein Zeichen fehlt, ist zu viel oder vertippt',
  bech32: 'die Prüfsumme ist bech32 statt bech32m',
  padding: 'endet nicht mit einem ganzen Byte',
  tooFewBytes: (need, got) => `zu wenige Bytes (${got} von ${need})`,
  extraBytes: (need, got) => `zu viele Bytes (${got} statt ${need})`,
  indexRange: 'der Index ist keine ganze Zahl von 1 bis 4294967295',
  keySize: 'der geheime Schlüssel hat nicht 32 Bytes in Hex',
  keyZero: 'der geheime Schlüssel ist null',
  keyRange: 'der geheime Schlüssel liegt nicht unter der Ordnung der Kurve',
  nonceSize: 'eine Nonce hat nicht 32 Bytes in Hex',
  nonceZero: 'eine Nonce ist null',
  nonceRange: 'eine Nonce liegt nicht unter der Ordnung der Kurve',
  groupBytes: (base, each) =>
    `die Größe passt nicht zu einer Gruppe (${base} Bytes und ${each} für jedes Mitglied)`,
  noMembers: 'enthält keine Mitglieder',
  tooManyMembers: (max) => `enthält mehr als ${max} Mitglieder`,
  thresholdRange: (members) => `die Schwelle ist keine Zahl von 1 bis ${members}`,
  groupKeyPoint: 'der Schlüssel der Gruppe ist kein Punkt auf der Kurve',
  memberIndex: (position) =>
    `der Index von Mitglied ${position} ist keine ganze Zahl von 1 bis 4294967295`,
  memberIndexTwice: (position) => `der Index von Mitglied ${position} kommt zweimal vor`,
  memberKeyPoint: (position) =>
    `der Schlüssel von Mitglied ${position} ist kein Punkt auf der Kurve`,
  memberKeyTwice: (position) => `der Schlüssel von Mitglied ${position} kommt zweimal vor`,
  memberNoncePoint: (position) =>
    `eine Nonce von Mitglied ${position} ist kein Punkt auf der Kurve`,
}

export const v2Decoding: Sentences['v2Decoding'] = {
  notJson: 'kein JSON',
  shareForm: 'die Felder sind nicht die eines Anteils',
  shareIndex: 'der Index ist null',
  groupForm: 'die Felder sind nicht die einer Gruppe',
  groupName: 'der Name ist leer',
  memberCount: (max) => `es sind nicht 1 bis ${max} Mitglieder`,
  threshold: (members) => `die Schwelle ist keine Zahl von 1 bis ${members}`,
  memberIndex: 'der Index eines Mitglieds ist null',
  memberIndexTwice: 'der Index eines Mitglieds kommt zweimal vor',
  memberKeyTwice: 'der Schlüssel eines Mitglieds kommt zweimal vor',
  groupKey: 'der Schlüssel der Gruppe ist kein Punkt auf der Kurve',
  memberKey: 'der Schlüssel eines Mitglieds ist kein Punkt auf der Kurve',
  unknownPackage: 'beginnt nicht mit bfshare1, bfonboard1 oder bfprofile1',
  firstGeneration: 'gehört zu den Schlüsseldaten der ersten Generation',
  otherPackage: (prefix) => `beginnt nicht mit ${prefix}1`,
  envelopeForm: 'enthält keine verschlüsselten Schlüsseldaten',
  version: (version) => `die Version ist nicht ${version}`,
  kdf: 'der Schlüssel entsteht nicht durch Argon2id',
  aead: 'es ist nicht mit XChaCha20-Poly1305 verschlüsselt',
  kdfMemory: (min, max) => `der Schlüssel braucht nicht ${min} bis ${max} MiB Speicher`,
  kdfPasses: (min, max) => `der Schlüssel entsteht nicht in ${min} bis ${max} Durchgängen`,
  kdfLanes: (min, max) => `der Schlüssel entsteht nicht in ${min} bis ${max} Bahnen`,
  salt: (bytes) => `das Salz ist nicht ${bytes} Bytes lang`,
  nonce: (bytes) => `die Nonce ist nicht ${bytes} Bytes lang`,
  password: 'das Passwort ist falsch, oder es ist etwas beschädigt',
  plaintextForm: 'der entschlüsselte Inhalt hat die falsche Form',
  secretKey: 'der geheime Schlüssel ist ungültig',
  noRelays: 'nennt kein Relay',
  inviterKey: 'der Schlüssel des einladenden Geräts ist ungültig',
  profileId: 'die Profil-ID ist nicht die des Anteils',
  policyChoice: (choice) =>
    `ein Recht darin ist ${choice}, und das ist weder unset noch allow, deny oder ask`,
  indexTooHigh: (max) => `der Index eines Mitglieds liegt über ${max}`,
  thresholdTooLow: 'Die Schwelle muss mindestens 2 sein',
}

export const node: Sentences['node'] = {
  shareSchema: 'Der Anteil ist ungültig',
  groupSchema: 'Die Gruppendaten sind ungültig',
  notEnoughShares: 'zu wenige Anteile',
  invalidCredentials: 'Ungültige Schlüsseldaten',
  decodeShare: (reason) => `Der Anteil lässt sich nicht decodieren: ${reason}`,
  decodeGroup: (reason) => `Die Gruppendaten lassen sich nicht decodieren: ${reason}`,
  invalidKeysetParameters: 'Ungültige Angaben zum Schlüsselsatz',
  invalidSecretKey: 'Ungültiger geheimer Schlüssel',
  generateKeyset: 'Der Schlüsselsatz konnte nicht erzeugt werden',
  recoveryInput: 'Es braucht die Gruppendaten und mindestens einen Anteil',
  recoveryNotEnough: (need) =>
    `Zu wenige Anteile: Mindestens ${need} ${need === 1 ? 'ist' : 'sind'} nötig`,
  recoverSecretKey: 'Wiederherstellen des Schlüssels fehlgeschlagen',
  createNode: 'Der BifrostNode konnte nicht erstellt werden',
  connectNode: 'Der BifrostNode konnte sich nicht verbinden',
  closeNode: 'Der BifrostNode konnte nicht beendet werden',
  pingTimeout: (ms) => `Keine Antwort auf den Ping nach ${ms} ms`,
  echoResponseTimeout: (seconds) => `Das Echo kam nicht innerhalb von ${seconds} Sekunden`,
  peerNotFound: 'Gerät nicht gefunden',
  startMonitoring: 'Die Geräteüberwachung konnte nicht starten',
  createPeerManager: 'Die Geräteverwaltung konnte nicht starten',
}

export const request: Sentences['request'] = {
  hashFormat: 'Hashes und Tweaks müssen 32 Bytes sein, als 64 Hex-Zeichen',
  tweaksRefused:
    'Hashes mit Tweaks lassen sich nur im Protokoll 1.x signieren, und das wird hier abgelehnt',
  tweaksUnknown:
    'Hashes mit Tweaks lassen sich nur im Protokoll 1.x signieren, für das es hier keine Schlüsseldaten gibt',
  tweaksKeptFrom1x: (peers) =>
    `Hashes mit Tweaks lassen sich nur im Protokoll 1.x signieren, in dem ${peers.join(', ')} nicht gefragt ` +
    `${plural(peers.length, { one: 'wird, da es', other: 'werden, da sie' })} 2026 ` +
    `${plural(peers.length, { one: 'spricht', other: 'sprechen' })}, außer du erlaubst es`,
  timeout: (ms) => `Keine Antwort innerhalb von ${ms} ms`,
  notPublished: (reasons) => `Kein Relay hat die Nachricht angenommen: ${reasons}`,
  notTaken: (ms) => `Kein Relay hat die Nachricht innerhalb von ${ms} ms angenommen`,
  noCosigner: (need, have) =>
    `Zu wenige Geräte zum Mitsignieren: ${need} nötig, ${have} ${plural(have, { one: 'darf', other: 'dürfen' })} gefragt werden`,
  tooFewMet: (need, have, reason) =>
    `Zu wenige Geräte antworten: ${need} nötig, ${have} ${plural(have, { one: 'antwortet', other: 'antworten' })}. ${reason}`,
  keyshareWrong: (peers) =>
    `${plural(peers.length, { one: 'Das Gerät', other: 'Die Geräte' })} ${peers.join(', ')} ` +
    `${plural(peers.length, { one: 'hat', other: 'haben' })} einen falschen Teil des gemeinsamen Schlüssels ` +
    'geliefert, und kein anderes konnte einspringen. Nichts wurde ver- oder entschlüsselt',
  queueFull: (max) =>
    `Die Warteschlange zum Signieren ist voll (${max} warten), versuch es gleich noch einmal`,
  stopped: 'Der Signierer wurde gestoppt',
  declined: (device) => `Die Anfrage wurde von der Person am Gerät ${device} abgelehnt`,
  personSilent: (devices, seconds) =>
    `Die Person am Gerät ${devices} wurde gefragt und hat innerhalb von ${seconds} s nicht geantwortet. Erlaube dort ` +
    'diesen Server, wenn nötig dauerhaft, und versuch es dann noch einmal',
  personAsked: (devices) =>
    `Die Person am Gerät ${devices} wurde danach schon gefragt und hat noch nicht geantwortet. Antworte dort und ` +
    'versuch es dann noch einmal',
  v2Off: 'Das Protokoll 2026 ist aus',
  proofAway: 'Das Gerät antwortet nicht. Öffne dort die App, und teste dann noch einmal',
  proofOlder:
    'In 1.x gibt es keine Testsignatur, denn dort verrät jede Signatur einen Teil des Anteils: wechsle zu 2026',
  proofOff:
    'Dieser Server darf das Gerät nicht um Signaturen bitten: erlaube das, und teste dann noch einmal',
  proofAlone: (count) =>
    plural(count, {
      one: 'Ein weiteres Gerät muss online sein: öffne dort die App, und teste dann noch einmal',
      other: `${count} weitere Geräte müssen online sein: öffne dort die Apps, und teste dann noch einmal`,
    }),
  keptFrom1x: (peers) =>
    `Im Protokoll 2026, das ${plural(peers.length, { one: 'es spricht', other: 'sie sprechen' })}, kam keine ` +
    `Signatur von ${peers.join(', ')}; im älteren 1.x, wo eine Signatur einen Teil des Anteils preisgibt, ` +
    `${plural(peers.length, { one: 'wird es', other: 'werden sie' })} nicht gefragt, außer du erlaubst es für dieses Gerät`,
  firstGenerationOff: 'Für das Protokoll 1.x gibt es hier keine Schlüsseldaten',
  firstGenerationRefused:
    'Das Protokoll 1.x wird hier abgelehnt, und das neuere ist aus: Es kann nichts signiert werden',
  noCredentials: 'Es sind keine Schlüsseldaten gespeichert',
}

export const start: Sentences['start'] = {
  invalid: 'Der BifrostNode konnte nicht erstellt werden: ungültige Schlüsseldaten',
  unreadable: (reason) => `Ungültige Schlüsseldaten: ${reason}`,
}

export const http: Sentences['http'] = {
  invalid: (problem) => problem,
  invalidTarget: 'Ungültiges Ziel: target passt nicht',
  keysArrayRequired: 'keys muss eine Liste sein',
  bodyNotJson: 'Die Anfrage ist kein gültiges JSON',
  bodyNotObject: 'Die Anfrage muss ein JSON-Objekt sein',
  noSavedShare:
    'Kein gespeicherter Eintrag hat diese ID. Die Schlüsseldaten, mit denen der Signierer läuft, löscht ' +
    'POST /api/env/delete',
  invalidPubkey: 'pubkey: muss ein öffentlicher Schlüssel mit 32 oder 33 Bytes in Hex sein',
  mustBeString: 'muss ein Text sein',
  mustBeBoolean: 'muss true oder false sein',
  wrongMethod: (methods) => `Diese Adresse nimmt ${methods.join(', ')}`,
  upgradeRequired: 'Dieser Aufruf wird ein WebSocket: Öffne ihn als ws:// oder wss://',
  noGroupCredential: 'Keine Gruppendaten vorhanden',
  missingCredentials: 'Die Schlüsseldaten fehlen',
  nodeNotAvailable: 'Der Node ist nicht verfügbar',
  bodyTooLarge: 'Die Anfrage ist zu groß',
  recoverInvalid: 'groupCredential oder shareCredentials fehlen oder sind ungültig',
  recoverGroup: (reason) => `Ungültige Gruppendaten: ${reason}`,
  recoverNoShares: 'Keine gültigen Anteile angegeben',
  recoverTooFew: (need, got) => `Zu wenige Anteile: ${need} nötig, ${got} vorhanden`,
  notAsked: 'Dieses Mitglied hat nicht darum gebeten, beizutreten',
  tooManyRelayTests: 'Zu viele Relay-Tests, versuch es noch einmal',
  notFound: 'Nicht gefunden',
  foreignOrigin: 'Anfrage von einer fremden Seite abgewiesen',
  otherHost:
    'Anfrage von einer fremden Seite abgewiesen: Dieser Server wird unter einem anderen Namen gerufen als die ' +
    'Seite. Ein Proxy davor muss den Host-Header weitergeben; oder nenne die Adresse der Seite in ALLOWED_ORIGINS',
  otherScheme:
    'Anfrage von einer fremden Seite abgewiesen: Die Seite ist unter https, und dieser Server wird unter http ' +
    'gerufen. Ein Proxy davor muss X-Forwarded-Proto senden; oder nenne die Adresse der Seite in ALLOWED_ORIGINS',
  noHost: 'Der Host-Header fehlt: Ein Proxy vor diesem Server muss ihn weitergeben',
  foreignHost:
    'Dieser Host-Header ist nicht erlaubt: Ohne Anmeldung antwortet dieser Server nur unter Adressen und Namen ' +
    'eines Heimnetzes. Nenne diesen Host in ALLOWED_ORIGINS',
  internal: 'Interner Fehler des Servers',
  stopping: 'Floe wird gerade gestoppt: Versuch es gleich noch einmal',
}

export const auth: Sentences['auth'] = {
  required: 'Anmeldung erforderlich',
  openAccess:
    'Offener Zugang: Wer diesen Server erreicht, kann ohne Anmeldung den Anteil lesen und signieren',
  signInLink: (url) => `Melde dich innerhalb von 10 Minuten an: ${url}`,
  invalidCredentials: 'Die Anmeldedaten sind falsch',
  confirm:
    'Das zeigt Geheimnisse oder erweitert Rechte: Bestätige zuerst, dass du es bist. Sende dein Passwort ' +
    'oder deinen API-Schlüssel an POST /api/auth/confirm; das gilt für fünf Minuten',
  tooMany: (seconds) =>
    `Zu viele Anfragen, versuch es in ${plural(seconds, { one: '1 Sekunde', other: `${seconds} Sekunden` })} noch einmal`,
  busy: 'Gerade melden sich zu viele an, versuch es gleich noch einmal',
  confirmWrong: 'Das ist weder das Passwort noch ein API-Schlüssel mit denselben Rechten',
  scope: (needed) => `Dieser API-Schlüssel darf das nicht: Nötig ist die Berechtigung „${needed}“`,
  usernameRequired: 'Der Benutzername fehlt',
  usernameTooLong: (max) => `Der Benutzername ist länger als ${max} Zeichen`,
  usernameCharacters:
    'Der Benutzername darf nur druckbare Zeichen enthalten, keinen Doppelpunkt und an den Enden kein Leerzeichen',
  passwordTooShort: (min) => `Das Passwort ist kürzer als ${min} Zeichen`,
  passwordTooLong: (max) => `Das Passwort ist länger als ${max} Zeichen`,
  passwordWrong: 'Das bisherige Passwort ist falsch',
  passwordSet: 'Benutzername und Passwort sind gesetzt. Alle anderen Sitzungen sind beendet.',
  keyNameRequired: 'Der Name des API-Schlüssels fehlt',
  keyNameTooLong: (max) => `Der Name des API-Schlüssels ist länger als ${max} Zeichen`,
  keyNameCharacters: 'Der Name des API-Schlüssels darf nur druckbare Zeichen enthalten',
  keyNameReserved: (name) =>
    `Der Name „${name}“ ist für den API-Schlüssel aus der Umgebung reserviert`,
  tooManyKeys: (max) => `Höchstens ${max} API-Schlüssel: Widerrufe zuerst einen`,
}

export const store: Sentences['store'] = {
  busy: (file) =>
    `${file} wird von einem anderen Programm festgehalten. Schließ es und versuch es noch einmal.`,
  notWritable: (path, users) =>
    users === undefined
      ? `${path} lässt sich nicht lesen und schreiben. Ändere seine Zugriffsrechte.`
      : `${path} gehört dem Benutzer ${users.owner} und lässt sich vom Benutzer ${users.self}, als der Floe läuft, ` +
        `nicht lesen und schreiben. Gib es diesem Benutzer (chown -R ${users.self} auf den Datenordner).`,
  corrupt: (file, reason) =>
    `${file} ist beschädigt (${reason}). Spiele eine Sicherung ein oder verschiebe die Datei, um neu zu beginnen.`,
  sealedDamaged: (place) =>
    `Der versiegelte Wert ${place} ist beschädigt. Speichere ihn neu oder spiele eine Sicherung ein.`,
  appGone: 'Diese App wurde inzwischen entfernt.',
  full: (folder) =>
    `Die Platte ist voll: In 2026 wird nichts signiert, bis in ${folder} Platz ist, und nichts gespeichert.`,
  nearlyFull: (folder, megabytes) =>
    `Die Platte ist fast voll (noch ${megabytes} MB in ${folder}): Ist sie es ganz, wird in 2026 nichts signiert.`,
  readOnlyFileSystem: (path) =>
    `${path} liegt auf einem Dateisystem, das nur gelesen werden kann: In 2026 wird nichts signiert, und nichts ` +
    'gespeichert. Häng es schreibbar ein oder setze DATA_DIR auf einen anderen Ordner.',
  disk: (path, reason) =>
    `${path} lässt sich nicht lesen oder schreiben (${reason}). Prüfe, ob die Platte in Ordnung und ` +
    'beschreibbar eingebunden ist, und versuch es noch einmal.',
  io: (path, reason) => `${path} lässt sich nicht verwenden: ${reason}`,
  auditFailed: 'Das Audit-Log konnte nicht geschrieben werden',
}

export const guards: Sentences['guards'] = {
  inBackup: 'jemand hat sie geändert',
  changedOutside: (tables) =>
    `Nicht Floe, sondern jemand anders hat die Datenbank geändert: ${tables.join(', ')}. Was hinzugefügt oder ` +
    'geändert wurde, wird abgelehnt; was fehlt, bleibt gesperrt, bis du es neu setzt. Regeln, deine Vorgaben für ' +
    'Anfragende und der Stopp bleiben, wie du sie gesetzt hast. Prüfe, wer in den Datenordner schreiben kann.',
}

export const backup: Sentences['backup'] = {
  notBackup: (reason) =>
    `Das ist keine Sicherung von Floe (${reason}). Nimm eine Datei, die floe backup erstellt hat.`,
  damaged: (reason) =>
    `Die Sicherung ist beschädigt (${reason}). Nichts wurde geändert: Nimm eine andere.`,
  newer: (found, known) =>
    `Die Sicherung ist von einem neueren Floe (Schema ${found}; dieses kennt höchstens ${known}). Nichts wurde ` +
    'geändert: Spiele sie mit dem neueren Floe ein.',
  copyDiffers: (table) =>
    `Die Kopie stimmt nicht mit der Datenbank überein (${table}). Es wurde keine Sicherung erstellt: Versuch es ` +
    'noch einmal.',
  noKeyForBackup:
    'Es gibt keinen Siegelschlüssel zum Mitsichern: Im Datenordner liegt kein secret.key, und SECRET_KEY ist ' +
    'nicht gesetzt.',
  wrongKey:
    'Die Schlüsseldaten in der Sicherung sind mit einem anderen Schlüssel versiegelt. Gib den secret.key des Floe ' +
    'mit an, das sie erstellt hat (oder dessen SECRET_KEY), oder nimm eine Sicherung, die ihren Schlüssel enthält. ' +
    'Nichts wurde geändert.',
  oldKeyWrong:
    'Das ist nicht der Schlüssel, mit dem die Schlüsseldaten in der Sicherung versiegelt sind. Nichts wurde geändert.',
  passphraseNeeded:
    'Die Sicherung enthält ihren Siegelschlüssel, verschlüsselt: Gib die Passphrase an. Nichts wurde geändert.',
  passphraseWrong: 'Die Passphrase ist falsch, oder der Schlüssel in der Sicherung ist beschädigt.',
  passphraseLength: (min, max) => `Die Passphrase muss ${min} bis ${max} Zeichen haben`,
  tooLarge: (megabytes) =>
    `Die Sicherung ist größer als ${megabytes} MiB. Spiele sie mit dem Befehl ein: floe restore DATEI`,
  cutOff: 'Die Sicherung kam nicht vollständig an. Nichts wurde geändert.',
  busy: 'Gerade wird schon eine Sicherung erstellt oder eingespielt, versuch es gleich noch einmal',
  failed: 'Die Sicherung konnte nicht erstellt werden',
  restored:
    'Die Sicherung ist geprüft und wird jetzt eingespielt; Floe startet neu, und alle Sitzungen enden.',
  scheduledFailed: (reason) => `Die regelmäßige Sicherung ist fehlgeschlagen: ${reason}`,
}

export const packages: Sentences['packages'] = {
  wrongPassword: 'Das Passwort ist falsch, oder das Paket ist beschädigt',
  firstGeneration:
    'Das ist ein Anteil des Protokolls 1.x, der kein Passwort hat: Er gehört in das Feld „Anteil“',
  unreadable: (reason) => `Das Paket ist nicht lesbar: ${reason}`,
  noUsableRelay:
    'Keines der Relays in diesem Paket ist brauchbar, seine Gruppe lässt sich also nicht suchen: Gib die ' +
    'Gruppendaten mit an',
  noneSeen:
    'Keines der angegebenen Relays steht in diesem Paket: Öffne es ohne Relays und sieh dir an, welche es nennt',
  noRelayHeard:
    'Keines der Relays in diesem Paket hat geantwortet, seine Gruppe ließ sich also nicht suchen: Versuch es noch ' +
    'einmal, oder gib die Gruppendaten mit an',
  noBackup:
    'Auf seinen Relays liegt keine Sicherung dieses Anteils, seine Gruppe ist also nicht bekannt: Gib die ' +
    'Gruppendaten mit an, die jedes Gerät der Gruppe hat',
  noRelays: 'Keines der hier eingestellten Relays ist brauchbar, und ein Paket muss eines nennen',
  passwordNeeded: 'dieses Paket öffnet ein Passwort: Gib es mit an',
  passwordEnds: 'darf nicht mit einem Leerzeichen beginnen oder enden',
  busy: 'Gerade werden zu viele Pakete geöffnet oder erstellt, versuch es gleich noch einmal',
  noMemory: (need, have) =>
    `Dieses Paket braucht einige Sekunden lang ${need} MiB Speicher, und Floe hat ${have}: Beende etwas anderes auf ` +
    'diesem Rechner oder erhöhe die Grenze seines Containers, und versuch es noch einmal',
}

export const joining: Sentences['joining'] = {
  package: (reason) => `Diese Einladung ist nicht lesbar: ${reason}`,
  sameShare:
    'Dieses Gerät läuft schon mit dem Anteil in diesem Paket: Es gibt nichts, dem es beitreten könnte',
  ownInvitation:
    'Das Paket nennt seinen eigenen Anteil als einladendes Gerät: Lass dir ein anderes geben',
  noUsableRelay: 'Keines der Relays im Paket ist brauchbar: Lass dir ein anderes Paket geben',
  noneSeen:
    'Keines der Relays, die du erlaubt hast, steht im Paket: Öffne es, sieh dir seine Relays an und nenne die, mit ' +
    'denen es sich verbinden soll',
  noRelay: (problems) =>
    `Kein Relay des Pakets war erreichbar (${problems}). Prüfe, ob dieses Gerät online ist, und versuch es noch einmal.`,
  denied:
    'Das andere Gerät hat abgelehnt. Lass dieses Gerät dort erlauben und versuch es innerhalb von zehn Minuten noch ' +
    'einmal.',
  declined:
    'Die Person am anderen Gerät hat abgelehnt. Lass dieses Gerät dort erlauben und versuch es noch einmal.',
  silent: (tries) =>
    `Das andere Gerät hat nicht geantwortet, obwohl es ${plural(tries, { one: 'einmal', other: `${tries}-mal` })} ` +
    'gefragt wurde. Prüfe, ob es eingeschaltet ist, ob es dieselben Relays nutzt und ob dieses Gerät dort erlaubt ist; ' +
    'versuch es dann noch einmal.',
  group: (reason) =>
    `Das andere Gerät hat mit einer Gruppe geantwortet, die nicht passt: ${reason}. Lass dir dort ein Paket für die ` +
    'richtige Gruppe geben.',
  otherInviter: 'das andere Gerät ist kein Mitglied davon',
  noncesNotKept:
    'Die Nonces, die zum Signieren nötig sind, konnten nicht in den Datenordner geschrieben werden. Schaff dort Platz ' +
    'oder repariere ihn und versuch es noch einmal.',
  notKept:
    'Die Gruppe ist angekommen und konnte nicht in den Datenordner geschrieben werden. Schaff dort Platz ' +
    'oder repariere ihn und versuch es noch einmal.',
  nothing:
    'Es ist keine Gruppe angekommen, die gespeichert werden könnte: Beginne mit einer Einladung',
  unforeseen: 'Das ging gerade nicht: Versuch es noch einmal',
  underWay: 'Ein Beitritt läuft schon: Gib ihn zuerst auf',
}

export const signer: Sentences['signer'] = {
  stopNotKept: (reason) =>
    `Alles ist jetzt gestoppt. Ein Neustart höbe das auf, denn es ließ sich nicht aufschreiben: ${reason} Floe ` +
    'versucht es, bis es gelingt.',
}

export const signing: Sentences['signing'] = {
  unfinished: 'dabei ging etwas kaputt, das Log sagt, was; frag noch einmal',
  unanswered: (id) =>
    `Der Besitzer wurde gefragt und hat noch nicht geantwortet: GET /api/questions/${id} sagt, was daraus wird`,
  nodeUnavailable: (reason) => `Der Node ist nicht verfügbar: ${reason}`,
  otherGroup: 'der Signierer hat den Anteil einer anderen Gruppe bekommen, seit du gefragt wurdest',
}

export const settings: Sentences['settings'] = {
  deletedHere: (keys) =>
    `Nicht benutzt: ${keys} aus der Umgebung, weil es in der Konsole gelöscht wurde. Speichere es dort neu, oder nimm ` +
    'es aus der Umgebung heraus.',
}

export const ownerWarning: Sentences['ownerWarning'] = {
  firstGenerationRefused:
    'Hier wird es abgelehnt, wie du es gewählt hast. Pings und Echos werden weiterhin beantwortet.',
  firstGeneration: (peer) =>
    `Gerät ${peer} signiert mit dem älteren Protokoll 1.x. Darin gibt jede Signatur einen Teil dieses Anteils preis, ` +
    'und drei genügen einem mitsignierenden Gerät, um ihn zu errechnen. Aktualisiere die App auf jenem Gerät auf eine, ' +
    'die das Protokoll 2026 spricht.',
  shutOut: (peer) =>
    `Gerät ${peer} spricht nur noch das ältere Protokoll 1.x und wird darin abgelehnt, weil es einmal in 2026 gehört wurde: ` +
    'Niemand wird zurückgeführt. Wurde seine App auf eine ältere zurückgesetzt, aktualisiere sie, oder erlaube 1.x mit ' +
    'ihm, worin drei Signaturen diesen Anteil preisgeben.',
  generationNotKept: (peer) =>
    `Dass Gerät ${peer} das Protokoll 2026 spricht, konnte nicht gespeichert werden: Schaff Platz auf der Platte`,
  thirdInFirst: (peer) =>
    `Gerät ${peer} bekommt gleich eine dritte Teilsignatur dieses Anteils im Protokoll 1.x: Damit kann es den Anteil ` +
    'errechnen. Teile den Schlüssel im Protokoll 2026 neu auf.',
  v2Off: (reason) =>
    `Das Protokoll 2026 ist aus: ${reason}. Geräte, die das Protokoll 1.x sprechen, bekommen weiter Antwort; repariere ` +
    'den Datenordner und starte Floe neu.',
  v2Unfit: (reason) =>
    `Das Protokoll 2026 ist aus, weil diese Identität nicht hineinpasst: ${reason}. Geräte, die das Protokoll 1.x ` +
    'sprechen, bekommen weiter Antwort.',
  exchangeUnweighted: (peer) =>
    `Gerät ${peer} bittet um Schlüsselaustausch, um als diese Identität zu ver- oder entschlüsseln, und seine App, ein Igloo von vor ` +
    '2026-06, setzt ihn falsch zusammen: Was es verschlüsselt, können andere nicht lesen, und was sie verschlüsseln, kann es ' +
    'nicht lesen. Aktualisiere sie auf Igloo Beta, oder ver- und entschlüssle mit einem Floe.',
  noncesFailing:
    'Nonces lassen sich nicht in den Datenordner schreiben, darum wird im Protokoll 2026 nichts signiert. Schaff dort ' +
    'Platz oder repariere ihn; das Signieren geht dann von selbst weiter.',
  noncesNotOpened: 'seine Nonces lassen sich nicht aufbewahren',
  noncesNotDeleted:
    'Die Nonces der gelöschten Schlüsseldaten konnten nicht gelöscht werden: Entferne nonces.db aus dem Datenordner, ' +
    'während Floe gestoppt ist',
  noncesNeeded:
    'die Nonces, mit denen diese Schlüsseldaten signieren, lassen sich nicht aufbewahren. Repariere den Datenordner oder ' +
    'schaff dort Platz und starte Floe neu',
  noNoncesGiven: (peer) =>
    `${peer} antwortet, gibt aber keine seiner Nonces her und kann darum nicht um Signaturen gebeten werden: Erlaube auf ` +
    'jenem Gerät Antworten auf „onboard“ von diesem Signierer, oder lade sein Profil neu.',
  twoDevices: (peer, index) =>
    `Zwei Geräte laufen mit dem Anteil von Gerät ${index} (${peer}): Beide beantworten seine Pings. Sie kommen sich in ` +
    'die Quere, und Signaturen scheitern: Schalte das ersetzte ab und lösche dort seinen Anteil.',
  onboardingAsked: (peer, index) =>
    `Gerät ${index} (${peer}) möchte beitreten. Erlaube es, wenn es ein Gerät ist, das du gerade einrichtest. ` +
    'Sonst hat womöglich jemand sein Paket und das Passwort und kann mit dem Anteil darin um Signaturen bitten: Lehne ab, ' +
    'schalte „recv“ und „send“ dafür aus und teile den Schlüssel neu auf.',
}

export const clock: Sentences['clock'] = {
  setBack: (span) =>
    `Die Uhr dieses Servers wurde um ${span} zurückgestellt. Die Relays wurden neu gefragt, und das Signieren geht weiter.`,
  setForward: (span) =>
    `Die Uhr dieses Servers wurde um ${span} vorgestellt, oder der Rechner hat geschlafen. Die Relays wurden neu gefragt.`,
  ahead: (span) =>
    `Die Uhr dieses Servers geht falsch: Sie ist denen seiner Geräte und Relays ${span} voraus, die seine Nachrichten ` +
    'darum vielleicht ablehnen. Stell sie richtig, und lass sie so halten (NTP).',
  behind: (span) =>
    `Die Uhr dieses Servers geht falsch: Sie ist ${span} hinter denen seiner Geräte und Relays, die seine Nachrichten ` +
    'darum vielleicht ablehnen. Stell sie richtig, und lass sie so halten (NTP).',
  right: 'Die Uhr dieses Servers stimmt wieder mit denen seiner Geräte und Relays überein.',
}

export const rules: Sentences['rules'] = {
  noCaller: 'Die Gruppe hat kein solches Mitglied, und einen solchen API-Schlüssel gibt es nicht',
  tooMany: (max) => `Höchstens ${max} Regeln: Lösche zuerst eine`,
  loginForLong:
    'Wer eine signierte Anmeldung hat, kann sie benutzen; die Zustimmung wird darum höchstens zehn Minuten gemerkt: Wähle ' +
    '10 Minuten, oder beantworte nur diese',
  noKind:
    'Nur Signaturen haben einen Typ: Merke stattdessen den Vorgang, oder beantworte nur diese',
  blindKind:
    'Was signiert wird, wird nicht gezeigt, der Typ ist darum unbekannt: Merke stattdessen den Vorgang, oder beantworte ' +
    'nur diese',
  kindsUnfit:
    'Das sind zu viele Typen für eine Regel: Merke stattdessen den Vorgang, oder beantworte nur diese',
  noCounterparty:
    'Das betrifft keine bestimmte Person: Merke stattdessen den Vorgang, oder beantworte nur diese',
  severalCounterparties:
    'Das betrifft mehrere Personen: Merke stattdessen den Vorgang, oder beantworte nur diese',
  outranked: (by) =>
    `Das würde nichts ändern, denn ${by} hat Vorrang: Ändere das, oder beantworte nur diese`,
}

export const reservedShares: Sentences['reservedShares'] = {
  hasKeyset:
    'Dieser Signierer läuft schon mit einem Schlüsselsatz, und nichts wurde geändert: Lösche zuerst seine Schlüsseldaten',
  noKeyset:
    'Dieser Signierer hat noch keinen Schlüsselsatz: Erstelle einen, oder gib ihm einen Anteil und die Gruppendaten',
  relaysFor1x: 'relays: Anteile von 1.x nennen keine',
  unknown: 'Ein Anteil mit diesem Index wird hier nicht aufbewahrt',
  nameNeeded: 'name: Sag, wie das Gerät heißt, das diesen Anteil bekommt',
  nameTaken: (name) =>
    `name: Ein anderes Gerät heißt schon ${name}. Gib diesem einen eigenen Namen`,
  own: 'Das ist der Anteil dieses Signierers selbst, und kein anderes Gerät darf auch damit laufen',
  online: (device) =>
    `${device} ist mit diesem Anteil online. Zwei Geräte dürfen nicht mit einem Anteil laufen: Schalte es zuerst endgültig ab`,
  handedOut: (device) =>
    `Dieser Anteil wurde schon für ${device} übergeben. Er ist allein für dieses Gerät: Zeig ihn noch einmal, oder nimm einen anderen Anteil`,
  done: (device) =>
    `${device} hat diesen Anteil und hat damit signiert, er wird darum hier nicht mehr aufbewahrt`,
  lost: 'Keine Sicherung enthält diesen Anteil, darum ist er nach dem Einspielen nicht mehr da: Bring ihn mit, oder gib allen Geräten neue Anteile',
  kept: 'Dieser Anteil wird hier schon aufbewahrt',
  replaces: (device) =>
    `Das ist der Anteil von ${device}. Wer ihn hat, ist dasselbe Mitglied: Wird ${device} noch benutzt oder kommt vielleicht wieder, würden sich beide in die Quere kommen. Mach nur weiter, wenn das Gerät endgültig weg ist`,
  changedMeanwhile: 'Gerade hat jemand anders etwas mit diesem Anteil getan: Sieh noch einmal nach',
  waiting: (count) =>
    plural(count, {
      one: 'Ein Anteil dieses Schlüsselsatzes wird hier für ein anderes Gerät aufbewahrt: Warte, bis dieses Gerät damit signiert hat, oder lösche ihn zuerst',
      other: `${count} Anteile dieses Schlüsselsatzes werden hier für andere Geräte aufbewahrt: Warte, bis diese Geräte damit signiert haben, oder lösche sie zuerst`,
    }),
  restoreLoses: (count) =>
    plural(count, {
      one: 'Ein Anteil wird hier für ein anderes Gerät aufbewahrt, und keine Sicherung enthält ihn: Warte, bis dieses Gerät damit signiert hat, oder lösche ihn, bevor du eine Sicherung einspielst',
      other: `${count} Anteile werden hier für andere Geräte aufbewahrt, und keine Sicherung enthält sie: Warte, bis diese Geräte damit signiert haben, oder lösche sie, bevor du eine Sicherung einspielst`,
    }),
  needsOthers: (count) =>
    plural(count, {
      one: 'Noch ein Gerät muss online sein, damit es zusammen signieren kann',
      other: `Noch ${count} Geräte müssen online sein, damit es zusammen signieren kann`,
    }),
  hasOther:
    'mit diesem Anteil ist ein Gerät online, das diese Einladung nicht geöffnet hat. Es ist ein anderes, das den Anteil schon vorher hatte: Schalte es endgültig ab, denn zwei Geräte dürfen nicht mit einem Anteil laufen',
  twoDevices: 'mit diesem Anteil sind zwei Geräte online. Schalte das frühere endgültig ab',
  notKept: 'Was daraus geworden ist, ließ sich nicht aufschreiben: Ist die Platte voll?',
}

export const apps: Sentences['apps'] = {
  wishUnknown: (wish) =>
    `allow: „${wish}“ ist nichts, was sich erlauben lässt: sign_event:1, nip44_decrypt und Ähnliches`,
  wishMisfit: (wish) => `allow: „${wish}“ gehört nicht zu dem, worum der Link bittet`,
  transportKey:
    'Die Schlüssel, die Apps antworten, bekommt hier niemand, und niemand setzt sie: floe import igloo bringt den eines ' +
    'igloo-server mit',
  noAppYet: 'Es gibt noch keine App, deren Relays das sein könnten: Verbinde zuerst eine',
  noSession:
    'Mit diesem Schlüssel ist keine App verbunden: Lass sie sich über ihren Link verbinden (POST /api/nip46/connect) ' +
    'oder über einen von hier (POST /api/apps/invite)',
  requestUnknown: 'Anfrage nicht gefunden',
  notByCaller: 'Worum Apps bitten, tut der Signierer selbst: Erlaube es, oder lehne es ab',
  policyBeyond: 'policy: betrifft mehr als diese Anfrage, und das braucht die Berechtigung admin',
  notALink: 'Das ist kein nostrconnect://-Link: Kopiere ihn neu aus der App',
  isOwnLink:
    'Das ist ein bunker://-Link, der in die App gehört: Hierher gehört ein nostrconnect://-Link, den die App zeigt',
  linkKey: 'Der Link enthält keinen gültigen Schlüssel: Kopiere ihn neu aus der App, und zwar ganz',
  linkSecret:
    'Der Link hat kein Geheimnis, die App wüsste also nicht, wer ihr antwortet: Kopiere ihn neu aus der App, und zwar ganz',
  linkRelays:
    'Der Link nennt kein Relay, auf dem die App zu treffen ist: Kopiere ihn neu aus der App, und zwar ganz',
  plainRelay: (url) =>
    `${url} ist nicht verschlüsselt: Ein öffentliches Relay muss mit wss:// beginnen`,
  unheard: (relays) =>
    `Keines der Relays der App ist erreichbar (${relays.join(', ')}): Nichts wurde geändert. Versuch es noch einmal, oder wähle in der App andere`,
  noRelays: 'Es ist kein Relay eingestellt: Gib dem Signierer zuerst eines',
  tooManyRelays: (max) => `Mehr als ${max} Relays kann eine App nicht haben`,
  noKey: 'Es gibt noch keinen Schlüssel zum Signieren: Richte zuerst den Signierer ein',
  tooMany: (max) => `Mehr als ${max} Apps gehen nicht: Entferne zuerst eine`,
}

export const imports: Sentences['imports'] = {
  nothing: (path) =>
    `In ${path} gibt es kein igloo-server: Gib seinen Ordner an, seine igloo.db oder seine .env`,
  unreadable: (path, code) =>
    `${path} ist nicht lesbar (${code}): Gib diesem Benutzer das Recht, es zu lesen`,
  notIgloo: (what) =>
    `Das ist nicht die Datenbank von igloo-server (${what}): Nimm seine igloo.db oder seine .env`,
  neither: 'Das ist weder die igloo.db von igloo-server noch seine .env',
  damaged: (reason) =>
    `Die Datenbank von igloo-server ist beschädigt (${reason}). Nichts wurde importiert: Nimm eine andere Kopie, mit der igloo.db-wal oder igloo.db-journal, die daneben liegt`,
  newer: (step) =>
    `Ein neueres igloo-server hat diese Datenbank geschrieben (${step}). Nichts wurde importiert: Aktualisiere Floe`,
  running: (how) =>
    `igloo-server läuft noch (${how}). Stoppe es zuerst, und zwar endgültig: Zwei Signierer mit einem Anteil schaden einander. Nichts wurde importiert`,
  isOpen: (pid) => `Prozess ${pid} hat seine Datenbank geöffnet`,
  answers: (address) => `es antwortet unter ${address}`,
  changes: 'seine Dateien ändern sich während des Lesens',
  taken:
    'Floe hat schon einen Schlüsselsatz, und mehr als einen hält es nicht. Nichts wurde importiert: Lösche zuerst dessen Schlüsseldaten („Zur Einrichtung“, „Schlüsseldaten löschen“; oder nimm sie aus der Umgebung), oder importiere in ein anderes Floe',
  noUsers: 'In dieser Datenbank hat niemand ein Konto: Es gibt nichts zu importieren',
  whichUser: (names) =>
    `Mehrere haben hier einen Anteil (${names.join(', ')}), und Floe hält nur einen: Sag, wessen, und gib das Passwort dazu an`,
  userUnknown: (name, names) => `Niemand heißt hier ${name}: Es gibt ${names.join(', ')}`,
  noShare: (name) => `${name} hat in igloo-server keinen Anteil: Es gibt nichts zu importieren`,
  noShareInEnvironment:
    'In dieser .env steht kein SHARE_CRED mit einem GROUP_CRED: Wo man sich mit einem Namen anmeldet, stehen sie in igloo.db',
  passwordNeeded:
    'Das Passwort aus igloo-server ist nötig: Es öffnet den Anteil. Gib --password-file an, oder ein Terminal, um danach zu fragen',
  passwordWrong: (name) =>
    `Das Passwort öffnet den Anteil von ${name} nicht: Es ist falsch, oder die Datenbank ist beschädigt`,
  credentials: (reason) =>
    `Die Schlüsseldaten von igloo-server lassen sich nicht verwenden: ${reason}`,
  tooLarge: (megabytes) =>
    `Die Datei ist größer als ${megabytes} MiB. Importiere sie mit dem Befehl: floe import igloo PFAD`,
  cutOff: 'Die Datei kam nicht vollständig an. Nichts wurde importiert',
  changed:
    'Floe wurde geändert, während das vorbereitet wurde. Nichts wurde importiert: Versuch es noch einmal',
  busy: 'Gerade läuft schon ein Import, versuch es gleich noch einmal',
  besideTooLong: 'beside: mehr, als es gibt',
  share: (index, threshold, members, name) =>
    `Anteil ${index} des Schlüsselsatzes${name === undefined ? '' : ` „${name}“`}, ${threshold} von ${members}`,
  relays: (urls) => `Relays: ${urls.join(', ')}`,
  usualRelay: (url) => `Relay: ${url}, das igloo-server nutzt, wo keines eingestellt ist`,
  peerName: (key, name) => `Gerät ${key}: heißt „${name}“`,
  peerDenied: (key, what) => `Gerät ${key}: ${what}`,
  notAsked: 'dieser Signierer fragt es nicht',
  notAnswered: 'dieser Signierer antwortet ihm nicht',
  neitherWay: 'dieser Signierer fragt es nicht und antwortet ihm nicht',
  login: (name) => `Das Login von ${name}, mit demselben Passwort`,
  apiKey: (name, scope) => `API-Schlüssel „${name}“, der weiter gilt: Berechtigung ${scope}`,
  app: (name, allowed) => `App „${name}“, die verbunden bleibt: ${allowed}`,
  asksAll: 'du wirst bei allem gefragt, was sie will',
  without: (wishes) => `ohne Rückfrage: ${wishes.join(', ')}`,
  staysOwner: (name, own) => `Das Login von ${name}: Hier meldest du dich wie bisher als ${own} an`,
  staysLogin: (name, reason) => `Das Login von ${name}: ${reason}`,
  loginAtEnd: 'Sitzungen: Alle melden sich neu an',
  notMember: (key) => `Was für ${key} eingestellt ist: Das ist kein Gerät dieses Schlüsselsatzes`,
  note: (key, note) => `Die Notiz zu Gerät ${key}, „${note}“: Hier gibt es nur Namen`,
  revoked: (count) =>
    plural(count, {
      one: 'Ein widerrufener API-Schlüssel',
      other: `${count} widerrufene API-Schlüssel`,
    }),
  othersKeys: (count) =>
    plural(count, {
      one: 'Ein API-Schlüssel, der für jemand anders erstellt wurde',
      other: `${count} API-Schlüssel, die für jemand anders erstellt wurden`,
    }),
  keyThere: (name) => `API-Schlüssel „${name}“: Es gibt ihn hier schon`,
  keyUnfit: (name) => `API-Schlüssel „${name}“: Was davon aufbewahrt ist, ist beschädigt`,
  keysFull: (name, max) => `API-Schlüssel „${name}“: Mehr als ${max} gehen nicht`,
  keyExample:
    'API_KEY: Es ist das Beispiel von igloo-server, das alle kennen: Erstelle einen neuen',
  keyShort: (min) =>
    `API_KEY: Er ist leicht zu erraten: Erstelle einen mit mindestens ${min} Zeichen`,
  passExample:
    'Das Login von BASIC_AUTH_USER: Sein Passwort ist das Beispiel von igloo-server, das alle kennen',
  appThere: (name) => `App „${name}“: Es gibt sie hier schon`,
  appUnfit: (name) =>
    `App „${name}“: Ihr Schlüssel ist beschädigt, sie muss darum neu gekoppelt werden`,
  appRelays: (name) =>
    `App „${name}“: Keines ihrer Relays ist brauchbar, sie muss darum neu gekoppelt werden`,
  appsFull: (name, max) => `App „${name}“: Mehr als ${max} gehen nicht`,
  appRights: (name, reason) => `Was die App „${name}“ ohne Rückfrage darf: ${reason}`,
  noTransport: (count) =>
    plural(count, {
      one: 'Eine App: Der Schlüssel, der ihr antwortet, fehlt, sie muss darum neu gekoppelt werden',
      other: `${count} Apps: Der Schlüssel, der ihnen antwortet, fehlt, sie müssen darum neu gekoppelt werden`,
    }),
  appsRevoked: (count) =>
    plural(count, { one: 'Eine widerrufene App', other: `${count} widerrufene Apps` }),
  logins: (name) =>
    `Dass sich die App „${name}“ ohne Rückfrage anmeldet: Eine solche Zustimmung gilt hier nicht für immer, du wirst also gefragt`,
  waiting: (count) =>
    plural(count, {
      one: 'Eine Anfrage einer App, die auf dich wartet: Die App fragt noch einmal',
      other: `${count} Anfragen von Apps, die auf dich warten: Die Apps fragen noch einmal`,
    }),
  others: (names) =>
    `Was andere hier haben (${names.join(', ')}): Sie brauchen jeweils ein eigenes Floe`,
  environment: (names) =>
    `Einstellungen aus der Umgebung, die hier zur Umgebung von Floe gehören: ${names.join(', ')}`,
  unreadablePolicies: 'Was für Geräte eingestellt ist: Es ist beschädigt',
  stopFirst:
    'Stoppe zuerst igloo-server, und zwar endgültig: Zwei Signierer mit einem Anteil schaden einander',
  writtenLately: (seconds) =>
    `Seine Datenbank wurde vor ${plural(seconds, { one: '1 Sekunde', other: `${seconds} Sekunden` })} geschrieben: Ist igloo-server gestoppt?`,
}

const online = (there: number, all: number): string =>
  `${there} von ${plural(all, { one: '1 Gerät', other: `${all} Geräten` })} online`
const more = (count: number): string =>
  plural(count, { one: '1 weiteres', other: `${count} weitere` })
const may = (count: number): string => plural(count, { one: 'darf', other: 'dürfen' })
const refuses = (count: number): string =>
  plural(count, {
    one: 'sagt, dass es diesem Signierer nicht antwortet',
    other: 'sagen, dass sie diesem Signierer nicht antworten',
  })
const give = (count: number): string => plural(count, { one: 'gibt', other: 'geben' })

/** A headline, a colon, and what there is to say of devices, in clauses that semicolons join. */
export const verdict: Sentences['verdict'] = {
  connecting: (relays) =>
    plural(relays, {
      one: 'Verbindet sich mit 1 Relay',
      other: `Verbindet sich mit ${relays} Relays`,
    }),
  silent: (seconds, next) =>
    `Kein Empfang von Relays seit ${seconds} s, neuer Versuch in ${next} s`,
  silentNow: (seconds) => `Kein Empfang von Relays seit ${seconds} s, neuer Versuch läuft`,
  silentBecause: (seconds, next, why) =>
    `Kein Empfang von Relays seit ${seconds} s, neuer Versuch in ${next} s (${why})`,
  silentNowBecause: (seconds, why) =>
    `Kein Empfang von Relays seit ${seconds} s, neuer Versuch läuft (${why})`,
  alone: 'Bereit: signiert allein',
  ready: (there, all) => `Bereit: ${online(there, all)}`,
  asksOnly: (there, all) => `Fragt, antwortet aber niemandem: ${online(there, all)}`,
  answersOnly: (there, all) => `Antwortet, kann aber nicht fragen: ${online(there, all)}`,
  looking: (there, all) => `Sucht nach Geräten: ${online(there, all)}`,
  cannot: (needed, there, all) =>
    `Kann nicht signieren: noch ${plural(needed, { one: '1 Gerät', other: `${needed} Geräte` })} nötig, ${online(there, all)}`,
  takes: (needed) =>
    plural(needed, {
      one: 'eine Signatur braucht 1, das gefragt werden kann',
      other: `eine Signatur braucht ${needed}, die gefragt werden können`,
    }),
  older: (count) => `${count} im Protokoll 1.x, das hier abgelehnt wird`,
  olderMore: (count) => `${more(count)} im Protokoll 1.x, das hier abgelehnt wird`,
  unasked: (count) => `${count} ${may(count)} nicht gefragt werden`,
  unaskedMore: (count) => `${more(count)} ${may(count)} nicht gefragt werden`,
  refusing: (count) => `${count} ${refuses(count)}`,
  refusingMore: (count) => `${more(count)} ${refuses(count)}`,
  noNonces: (count) => `${count} ${give(count)} keine Nonces zum Fragen her`,
  noNoncesMore: (count) => `${more(count)} ${give(count)} keine Nonces zum Fragen her`,
  unanswered: (count) => `${count} ${may(count)} nicht fragen`,
  notHearing: (url, error) => `Kein Empfang von ${url}: ${error}`,
  slowDown: (url, reason) => `${url} bittet um weniger Nachrichten: ${reason}`,
  refuses: (url, reason) => `${url} lehnt unsere Nachrichten ab: ${reason}`,
  moreRelays: (count) =>
    plural(count, {
      one: 'Probleme mit 1 weiteren Relay',
      other: `Probleme mit ${count} weiteren Relays`,
    }),
}

export const relay: Sentences['relay'] = {
  refused: 'Verbindung abgelehnt',
  reset: 'Verbindung abgebrochen',
  hostUnreachable: 'Rechner nicht erreichbar',
  networkUnreachable: 'Netz nicht erreichbar',
  notFound: 'Rechner nicht gefunden',
  lookUp: 'Name nicht auflösbar',
  timedOut: 'keine Verbindung in der üblichen Zeit',
  handshake: 'TLS-Verbindung gescheitert',
  expired: 'TLS-Zertifikat abgelaufen',
  selfSigned: 'TLS-Zertifikat selbst ausgestellt',
  otherHost: 'TLS-Zertifikat für einen anderen Rechner',
  unverified: 'TLS-Zertifikat nicht prüfbar',
  privateNetwork: 'führt in ein privates Netz',
  failed: 'Verbindung gescheitert',
  failedBy: (code) => `Verbindung gescheitert (${code})`,
  http: (status) => `Relay antwortet mit HTTP ${status}`,
  notWithin: (milliseconds) => `keine Verbindung innerhalb von ${milliseconds} ms`,

  closed: 'Verbindung beendet',
  closedBy: (code) => `Relay hat die Verbindung beendet (${code})`,
  closedSaying: (reason) => `Relay hat die Verbindung beendet: ${reason}`,
  largeFrame: 'Relay hat eine zu große Nachricht geschickt',
  unread: 'Relay liest nicht, was es bekommt',
  silent: (milliseconds) => `stumm: keine Antwort auf einen Ping innerhalb von ${milliseconds} ms`,
  notReturned: 'stumm: unsere eigene Nachricht kam nicht zurück',
  overload: 'schickt mehr, als gelesen werden kann',
  oneIdentity: 'Relay kennt je Verbindung nur einen Schlüssel',
  authentication: (reason) => `Anmeldung abgelehnt: ${reason}`,
  authenticationUnanswered: 'Anmeldung nicht beantwortet',
  subscriptionClosed: 'Abonnement beendet',
  subscriptionClosedSaying: (reason) => `Abonnement beendet: ${reason}`,
  subscriptionUnconfirmed: 'Abonnement nicht bestätigt',
  late: (what, milliseconds) => `${what} innerhalb von ${milliseconds} ms`,
  lateSaying: (what, milliseconds, notice) =>
    `${what} innerhalb von ${milliseconds} ms; das Relay sagt: ${notice}`,

  unanswered: (milliseconds) => `keine Antwort innerhalb von ${milliseconds} ms`,
  notConnected: 'nicht verbunden',
  tooMany: 'zu viele unbeantwortete Nachrichten',
  echoRejected: (reasons) => `Echo abgelehnt: ${reasons}`,
  ofKind: (kind, reason) => `Typ ${kind}: ${reason}`,
  noReason: 'ohne Angabe von Gründen',
  unquoted: 'ein Rechner in einem privaten Netz, der nicht zitiert wird',
}

export const v2Refusal: Sentences['v2Refusal'] = {
  shareNotInGroup: 'unser Anteil gehört nicht zur Gruppe',
  otherGroupKey: 'die Gruppe hat nicht den erwarteten Schlüssel',
  groupKeyUnmade: 'die Schlüssel der Mitglieder ergeben nicht den der Gruppe',
}

export const igloo: Sentences['igloo'] = {
  relaysMissing: 'Es fehlt das Feld relays',
  relaysForm: 'relays hat nicht die richtige Form: Es muss eine Liste von Texten oder null sein.',
  userIdNeeded: 'userId muss eine ganze Zahl sein',
  lastUser: 'Der letzte Verwalter lässt sich nicht löschen',
  noUser: 'Benutzer nicht gefunden',
  noApiKey: 'API-Schlüssel nicht gefunden',
  shareMissing: 'shareCredential oder groupCredential fehlt',
  failed: 'Anmeldung fehlgeschlagen',
  confirmReveal: 'Das Zeigen des Verwaltergeheimnisses muss bestätigt werden',
  adminSecretHidden:
    'Das Verwaltergeheimnis bekommt niemand zu sehen: Es steht in der Umgebung des Servers',
}

export const cipher: Sentences['cipher'] = {
  plaintextSize: (max) => `content: muss 1 bis ${max} Bytes haben, um verschlüsselt zu werden`,
  notNip44: 'content: ist kein NIP-44-Text der Version 2',
  notNip04: 'content: ist kein NIP-04-Text (base64, ?iv= und base64)',
  notPublicKey: 'peer_pubkey: ist kein öffentlicher Schlüssel auf der Kurve',
  undecryptable: 'content ließ sich nicht entschlüsseln',
}

export const questions: Sentences['questions'] = {
  over: (end) => OVER[end],
}

const OVER = {
  allowed: 'Das wurde schon beantwortet: Es wurde erlaubt',
  refused: 'Das wurde schon beantwortet: Es wurde abgelehnt',
  'ran out': 'Das wurde nicht rechtzeitig beantwortet und gilt darum als abgelehnt',
  stopped: 'Das endete, als alles gestoppt wurde',
} as const

export const policyOutcome: Sentences['policyOutcome'] = {
  stopped: 'Vom Besitzer gestoppt: Mit dem Schlüssel geschieht nichts, bis es weitergeht',
  suspended:
    'Der Besitzer hat diesen Anfragenden ausgesetzt: Bis das aufgehoben ist, geschieht nichts für ihn',
  gone: 'Diesen Anfragenden kennt hier niemand mehr',
  switch: 'Der Besitzer hat das für diesen Anfragenden abgeschaltet',
  never: 'Ereignisse dieser Art werden hier nicht signiert, was auch immer die Regeln sagen',
  rule: (id) => `Abgelehnt von Regel ${id}: Der Besitzer kann das ändern`,
  limit: (id) =>
    `Regel ${id} erlaubt für jetzt nicht mehr: Warte, oder lass den Besitzer ihre Grenze anheben`,
  preset: (preset) => `Die Vorgabe „${preset}“ erlaubt das nicht`,
  door: 'Das ist nur erlaubt, wenn der Besitzer dafür eine Regel macht',
  answer: 'Der Besitzer wurde gefragt und hat abgelehnt',
  unanswered:
    'Der Besitzer wurde gefragt und hat nicht rechtzeitig geantwortet: Versuch es noch einmal',
  crowded:
    'Zu viele Fragen warten auf den Besitzer: Versuch es noch einmal, wenn einige beantwortet sind',
  unkept:
    'Nicht getan, weil es sich nicht in den Datenordner schreiben ließ: Schaff dort Platz oder repariere ihn, und ' +
    'versuch es dann noch einmal',
}
