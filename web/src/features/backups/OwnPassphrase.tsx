import { BACKUP_PASSPHRASE_CHARS_MIN } from '#contract/limits.ts'
import { backups } from '../../texts/texts.ts'
import { SecretField } from '../../ui/SecretField.tsx'

const texts = backups.download

export interface OwnPassphraseProps {
  value: string
  again: string
  problem: string | undefined
  differs: boolean
  onValue(value: string): void
  onAgain(value: string): void
}

/** A passphrase that the owner chooses, typed twice. */
export function OwnPassphrase(props: OwnPassphraseProps) {
  const { value, again, problem, differs, onValue, onAgain } = props
  return (
    <div className="grid grid-cols-1 items-start gap-3 sm:grid-cols-2">
      <SecretField
        label={texts.passphrase}
        required
        value={value}
        onText={onValue}
        hint={texts.hint(BACKUP_PASSPHRASE_CHARS_MIN)}
        error={problem}
      />
      <SecretField
        label={texts.again}
        required
        value={again}
        onText={onAgain}
        error={differs && texts.differs}
      />
    </div>
  )
}
