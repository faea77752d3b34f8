import { shares as texts } from '../../texts/shares.ts'
import { useOpenSettings } from '../settings/open-settings.ts'
import { useBrowserRecords } from './use-browser-records.ts'

/** Whether this browser keeps what is saved, and the way to where that is set. */
export function KeptHere() {
  const { records, keeps, stays } = useBrowserRecords()
  const openSettings = useOpenSettings()
  return (
    <p className="text-xs text-ink-3">
      {keeps ? texts.keptHere[stays ? 'stays' : 'untilSignOut'] : texts.notKeptHere}
      {records.length > 0 && ` ${texts.kept(records.length)}.`}{' '}
      <button
        type="button"
        aria-label={texts.changeLabel}
        onClick={() => openSettings('browser')}
        className="rounded-sm text-ink-2 underline decoration-current/40 underline-offset-2 hover:text-ink max-sm:min-h-10"
      >
        {texts.change}
      </button>
    </p>
  )
}
