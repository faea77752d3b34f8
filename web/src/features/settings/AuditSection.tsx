import { AuditLog } from '../activity/AuditLog.tsx'

/** Who did what. */
export default function AuditSection() {
  return <AuditLog />
}
