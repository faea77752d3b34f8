import { project } from '#contract/project.ts'
import type { VersionAnswer } from '#contract/version.ts'
import { ago, dayAndTime } from '../../lib/time.ts'
import { useNow } from '../../lib/use-now.ts'
import { settings as texts } from '../../texts/texts.ts'
import { Note } from '../../ui/Note.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { SwitchRow } from '../../ui/SwitchRow.tsx'
import { Loaded } from '../account/Loaded.tsx'
import { useSaveAsks, useVersion } from './version.ts'

const REGISTRY = project.image.slice(0, project.image.indexOf('/'))

/** Which version runs, and whether there is a newer one, where the owner lets the server ask. */
export function VersionSetting() {
  const save = useSaveAsks()
  return (
    <Loaded query={useVersion()} placeholder={<Skeleton className="h-20" />}>
      {(known) => (
        <div className="grid grid-cols-1 gap-3">
          <div>
            <p>{texts.running(known.version)}</p>
            <p className="text-sm wrap-anywhere text-ink-2">{builtFrom(known)}</p>
          </div>
          <SwitchRow
            title={texts.asks}
            hint={texts.asksHint(REGISTRY)}
            checked={save.isPending ? save.variables.asks : known.asks}
            onChange={(asks) => save.mutate({ asks })}
          />
          <div role="status" className="empty:hidden">
            {known.asks && <Told known={known} />}
          </div>
        </div>
      )}
    </Loaded>
  )
}

function builtFrom({ commit, date }: VersionAnswer): string {
  if (commit === 'unknown') return texts.builtUnknown
  return texts.built(commit, date === 'unknown' ? null : dayAndTime(date))
}

function Told({ known: { isAsking, askedAt, newest, isNewer } }: { known: VersionAnswer }) {
  const now = useNow()
  if (isAsking || askedAt === undefined) return <p className="text-ink-3">{texts.asking}</p>
  if (newest === undefined)
    return <p className="text-ink-3">{texts.couldNotAsk(ago(askedAt, now))}</p>
  if (isNewer) return <Note>{texts.newer(newest)}</Note>
  return <p className="text-ink-2">{texts.isNewest(ago(askedAt, now))}</p>
}
