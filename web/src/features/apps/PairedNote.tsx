import { common, apps as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Identicon } from '../../ui/Identicon.tsx'
import { useApps } from './get-apps.ts'

export interface PairedNoteProps {
  id: string
  /** Shows its page; missing where that is what is shown. */
  onShow?: () => void
  onClose(): void
}

/** Who has come. */
export function PairedNote({ id, onShow, onClose }: PairedNoteProps) {
  const app = useApps().data?.apps.find((one) => one.id === id)
  const { name = '', client, claims } = app ?? {}
  return (
    <div className="grid justify-items-center gap-3 py-4 text-center">
      <Identicon pubkey={client} large />
      <div role="status">
        <p className="text-base font-semibold">{texts.paired(name)}</p>
        <p className="text-ink-2">{texts.pairedLead}</p>
        {claims?.name !== undefined && claims.name !== name && (
          <p className="mt-1 text-xs text-ink-3">
            {texts.callsItself(claims.name)} {texts.nameClaimed}
          </p>
        )}
      </div>
      <div className="mt-2 flex flex-wrap justify-center gap-2">
        {onShow && <Button onClick={onShow}>{texts.showApp}</Button>}
        <Button kind="primary" onClick={onClose}>
          {common.done}
        </Button>
      </div>
    </div>
  )
}
