import { Eye, EyeOff } from 'lucide-react'
import { useShown } from '../../lib/use-shown.ts'
import { common, recover as texts } from '../../texts/texts.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { StateIcon } from '../../ui/StateIcon.tsx'
import { type Recovered, recoveryFailure, type useRecoverKey } from './recover-key.ts'

/** The result of a recovery; nothing before. */
export function RecoveryResult({ recovery }: { recovery: ReturnType<typeof useRecoverKey> }) {
  if (recovery.status === 'success') return <Success recovered={recovery.data} />
  if (recovery.status !== 'error') return null
  return (
    <div
      ref={intoView}
      className="flex gap-2.5 rounded-md border border-bad bg-bad-soft px-3.5 py-3"
    >
      <StateIcon state="bad" word={common.failed} size={18} />
      <p className="min-w-0 flex-1">{texts.failed(recoveryFailure(recovery.error))}</p>
    </div>
  )
}

function Success({ recovered }: { recovered: Recovered }) {
  const { nsec, npub, sharesUsed, invalidShares } = recovered
  return (
    <div ref={intoView} className="flex gap-2.5 rounded-md border border-ok bg-ok-soft px-3.5 py-3">
      <StateIcon state="ok" word={common.done} size={18} />
      <div className="grid min-w-0 flex-1 grid-cols-1 gap-2">
        <p className="font-semibold">{texts.succeeded(sharesUsed)}</p>
        {invalidShares > 0 && <p className="text-sm text-ink-2">{texts.ignored(invalidShares)}</p>}
        <dl className="grid grid-cols-1 gap-2">
          <Nsec nsec={nsec} />
          <div>
            <dt className="text-xs text-ink-2">{texts.npub}</dt>
            <dd className="font-mono text-mono break-all">{npub}</dd>
          </div>
        </dl>
        <p className="text-sm text-ink-2">{texts.goneLater}</p>
      </div>
    </div>
  )
}

/** The key itself, in the page only while shown. */
function Nsec({ nsec }: { nsec: string }) {
  const [shown, toggle] = useShown()
  return (
    <div>
      <dt className="text-xs text-ink-2">{texts.nsec}</dt>
      <dd className="flex items-center gap-0.5 rounded-md border border-edge bg-sunken py-1 pr-1 pl-2.5">
        <span className="min-w-0 flex-1 font-mono text-mono break-all">
          {shown ? (
            nsec
          ) : (
            <>
              <span aria-hidden>{'•'.repeat(nsec.length)}</span>
              <span className="sr-only">{texts.masked}</span>
            </>
          )}
        </span>
        <CopyButton text={nsec} what={texts.nsec} />
        <IconButton
          icon={shown ? EyeOff : Eye}
          label={shown ? common.hide(texts.nsec) : common.show(texts.nsec)}
          onClick={toggle}
        />
      </dd>
    </div>
  )
}

/** On a small screen the outcome is below the visible part. */
const intoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })
