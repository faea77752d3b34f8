import type { Migration } from '../migrate.ts'

export const auditClasses: Migration = {
  version: 8,
  name: 'audit-classes',
  up: (db) => {
    db.exec(`
      -- Rows give way to those of their own class alone (audit-rows.ts).
      ALTER TABLE audit ADD COLUMN class TEXT NOT NULL DEFAULT 'admin'
        CHECK (class IN ('admin', 'use', 'login', 'onboarding'));

      UPDATE audit SET class = CASE
        WHEN action IN ('login', 'logout') THEN 'login'
        WHEN action = 'onboarding.asked' THEN 'onboarding'
        ELSE 'use' END
      WHERE action IN ('login', 'logout', 'onboarding.asked', 'signature.given', 'signature.asked',
        'sign', 'nip44.encrypt', 'nip44.decrypt', 'nip04.encrypt', 'nip04.decrypt');

      -- Who has how many, and which are the oldest of them: the id comes with it.
      CREATE INDEX audit_by_class ON audit (class, actor);
    `)
  },
}
