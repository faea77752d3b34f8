import type { Migration } from '../migrate.ts'

export const signatureHours: Migration = {
  version: 3,
  name: 'signature-hours',
  up: (db) => {
    db.exec(`
      -- Signatures that this node took part in, by hour (Unix milliseconds / 3,600,000), whatever
      -- the cap of the audit has dropped since. Hours that nobody asks for any more are deleted.
      CREATE TABLE signature_hours (
        hour       INTEGER PRIMARY KEY,
        signatures INTEGER NOT NULL,
        -- When the last of them was made. Unix milliseconds.
        last_at    INTEGER NOT NULL
      ) STRICT;

      INSERT INTO signature_hours (hour, signatures, last_at)
      SELECT at / 3600000, sum(json_array_length(detail, '$.hashes')), max(at)
      FROM audit
      WHERE action IN ('signature.given', 'signature.asked') AND outcome = 'ok'
      GROUP BY at / 3600000;
    `)
  },
}
