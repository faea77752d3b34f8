import { rules as texts } from '../../texts/texts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { RulesSection, type RulesSectionProps } from './RulesSection.tsx'

export interface RulesDialogProps extends RulesSectionProps {
  onClose(): void
}

/** The rules of one caller in a window. */
export default function RulesDialog({ onClose, ...section }: RulesDialogProps) {
  return (
    <Dialog open onClose={onClose} title={texts.of(section.name)} wide>
      <RulesSection {...section} />
    </Dialog>
  )
}
