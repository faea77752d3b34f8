import { AuditLog } from '../audit/AuditLog.tsx'

/** Who did what. */
export default function AuditSection() {
  return <AuditLog />
}
