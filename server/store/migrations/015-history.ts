import type Database from 'better-sqlite3'
import { bucketOf } from '../audit-counts.ts'
import type { Migration } from '../migrate.ts'

export const history: Migration = {
  version: 15,
  name: 'history',
  up: (db) => {
    db.exec(`
      -- Days are Unix milliseconds / 86,400,000, hours / 3,600,000.

      -- How often each caller has used the key on a day, whatever the cap of the audit has dropped since.
      -- Neither door nor caller: those that are not told apart.
      CREATE TABLE use_days (
        keyset INTEGER NOT NULL,
        day    INTEGER NOT NULL,
        door   TEXT NOT NULL,
        caller TEXT NOT NULL,
        uses   INTEGER NOT NULL,
        PRIMARY KEY (keyset, day, door, caller)
      ) STRICT, WITHOUT ROWID;

      -- How many signatures of a day took how long: 'bucket' is the logarithm of the time.
      CREATE TABLE answer_days (
        keyset  INTEGER NOT NULL,
        day     INTEGER NOT NULL,
        bucket  INTEGER NOT NULL,
        answers INTEGER NOT NULL,
        PRIMARY KEY (keyset, day, bucket)
      ) STRICT, WITHOUT ROWID;

      -- When each peer, by its x-only key, last took part in a signature that was checked. Unix milliseconds.
      CREATE TABLE proofs (
        keyset INTEGER NOT NULL,
        peer   TEXT NOT NULL,
        at     INTEGER NOT NULL,
        PRIMARY KEY (keyset, peer)
      ) STRICT, WITHOUT ROWID;

      -- For how long of an hour a peer, by its x-only key, or a relay, by its URL, was watched, and for how
      -- long of that it was there. Milliseconds.
      CREATE TABLE presence_hours (
        keyset  INTEGER NOT NULL,
        hour    INTEGER NOT NULL,
        subject TEXT NOT NULL,
        watched INTEGER NOT NULL,
        there   INTEGER NOT NULL,
        PRIMARY KEY (keyset, hour, subject)
      ) STRICT, WITHOUT ROWID;

      -- Whether it was there when it was last watched, and since when that was so. Unix milliseconds.
      CREATE TABLE presence (
        keyset  INTEGER NOT NULL,
        subject TEXT NOT NULL,
        there   INTEGER NOT NULL CHECK (there IN (0, 1)),
        since   INTEGER NOT NULL,
        watched INTEGER NOT NULL,
        PRIMARY KEY (keyset, subject)
      ) STRICT, WITHOUT ROWID;
    `)
    fillFromAudit(db)
  },
}

/** Counts what is in the audit. The hours of the last week also have signatures that it has dropped. */
function fillFromAudit(db: Database.Database): void {
  db.exec(`
    INSERT INTO use_days (keyset, day, door, caller, uses)
    SELECT keyset, at / 86400000,
      CASE WHEN action IN ('signature.given', 'exchange.given') THEN 'peer'
           WHEN actor LIKE 'api-key:%' THEN 'program'
           WHEN actor GLOB '????????-????-????-????-????????????' THEN 'app'
           ELSE 'owner' END,
      CASE WHEN actor LIKE 'api-key:%'
           THEN ifnull((SELECT id FROM api_keys WHERE name = substr(actor, 9)), substr(actor, 9))
           ELSE actor END,
      sum(CASE action WHEN 'signature.given' THEN ifnull(json_array_length(detail, '$.hashes'), 1)
                      WHEN 'exchange.given' THEN ifnull(json_array_length(detail, '$.keys'), 1)
                      ELSE 1 END)
    FROM audit
    WHERE outcome = 'ok' AND keyset IS NOT NULL
      AND action IN ('signature.given', 'exchange.given', 'sign', 'nip44.encrypt', 'nip44.decrypt',
                     'nip04.encrypt', 'nip04.decrypt')
    GROUP BY 1, 2, 3, 4;

    INSERT INTO use_days (keyset, day, door, caller, uses)
    SELECT counted.keyset, counted.day, '', '', counted.signatures - ifnull(kept.signatures, 0)
    FROM (SELECT keyset, hour / 24 AS day, sum(signatures) AS signatures
          FROM signature_hours GROUP BY 1, 2) AS counted
    LEFT JOIN (SELECT keyset, at / 86400000 AS day,
                      sum(ifnull(json_array_length(detail, '$.hashes'), 1)) AS signatures
               FROM audit WHERE action IN ('signature.given', 'signature.asked') AND outcome = 'ok'
               GROUP BY 1, 2) AS kept
      ON kept.keyset = counted.keyset AND kept.day = counted.day
    WHERE counted.signatures > ifnull(kept.signatures, 0);

    INSERT INTO proofs (keyset, peer, at)
    SELECT keyset, peer, max(at) FROM (
      SELECT audit.keyset, audit.at, ifnull(one.value, audit.detail ->> '$.peer') AS peer
      FROM audit LEFT JOIN json_each(audit.detail, '$.peers') AS one
      WHERE audit.action = 'signature.asked' AND audit.outcome = 'ok'
    )
    WHERE keyset IS NOT NULL AND length(peer) = 64
    GROUP BY 1, 2;
  `)
  const count = db.prepare<[number, number, number, number]>(
    `INSERT INTO answer_days (keyset, day, bucket, answers) VALUES (?, ?, ?, ?)
     ON CONFLICT (keyset, day, bucket) DO UPDATE SET answers = answers + excluded.answers`,
  )
  const taken = db
    .prepare<[], { keyset: number; day: number; took: number; answers: number }>(
      `SELECT keyset, at / 86400000 AS day, detail ->> '$.took' AS took, count(*) AS answers
       FROM audit
       WHERE action IN ('signature.given', 'signature.asked') AND outcome = 'ok'
         AND keyset IS NOT NULL AND json_type(detail, '$.took') IN ('integer', 'real')
       GROUP BY 1, 2, 3`,
    )
    .all()
  for (const { keyset, day, took, answers } of taken)
    count.run(keyset, day, bucketOf(took), answers)
}
