import { Markable } from '../../ui/Setting.tsx'
import { NoticesPanel } from '../notices/NoticesPanel.tsx'

/** Where the owner is told of what waits. */
export default function NoticesSection() {
  return (
    <Markable name="where">
      <NoticesPanel />
    </Markable>
  )
}
