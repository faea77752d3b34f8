import { Markable } from '../../ui/Setting.tsx'
import { NotificationsPanel } from '../notifications/NotificationsPanel.tsx'

/** Where the owner is told of what waits. */
export default function NotificationsSection() {
  return (
    <Markable name="where">
      <NotificationsPanel />
    </Markable>
  )
}
