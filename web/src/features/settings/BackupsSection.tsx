import { BackupsPanel } from '../backups/BackupsPanel.tsx'
import type { SectionProps } from './section-props.ts'

/** Back-ups to download, scheduled ones, and restoring. */
export default function BackupsSection({ onRestored }: SectionProps) {
  return <BackupsPanel onRestored={onRestored} />
}
