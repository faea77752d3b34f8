import type { Migration } from '../migrate.ts'

export const auditShown: Migration = {
  version: 18,
  name: 'audit-shown',
  up: (db) => {
    db.exec(`
      -- As what a row is listed among the uses of the key (audit-rows.ts); null: it is none of them.
      ALTER TABLE audit ADD COLUMN shown TEXT CHECK (shown IN ('use', 'problem', 'sign-in'));

      UPDATE audit SET shown = CASE
        WHEN action = 'login' THEN 'sign-in'
        WHEN outcome IN ('ok', 'answered', 'approved', 'allowed', 'asked', 'waiting') THEN 'use'
        ELSE 'problem' END
      WHERE action IN ('login', 'signature.given', 'exchange.given', 'onboarding.asked', 'sign',
        'nip44.encrypt', 'nip44.decrypt', 'nip04.encrypt', 'nip04.decrypt', 'verdict', 'question',
        'stop', 'resume');

      -- The newest of each, of everyone and of one: the id comes with it.
      CREATE INDEX audit_shown ON audit (shown) WHERE shown IS NOT NULL;
      CREATE INDEX audit_shown_of ON audit (actor, shown) WHERE shown IS NOT NULL;
    `)
  },
}
