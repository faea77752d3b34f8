import { causeOf } from '#contract/need-facts.ts'
import { Note } from '../../ui/Note.tsx'
import { describeNeed } from './describe-need.ts'
import { NeedButton } from './NeedButton.tsx'
import { useNeeds } from './needs.ts'

/** Which devices can work out this server's share, or soon can, by its signatures in 1.x; and what ends that. */
export function V1Band() {
  const { at, shown } = useNeeds()
  const exposing = shown.filter(({ code }) => code === 'v1-exposure')
  const [gravest] = exposing
  if (gravest === undefined) return null
  return (
    <div className="mb-4">
      <Note kind={at !== 'fresh' ? 'info' : gravest.severity === 'critical' ? 'bad' : 'warn'}>
        {exposing.map((need) => (
          <p key={causeOf(need)}>{describeNeed(need)}</p>
        ))}
        <div className="mt-2.5">
          <NeedButton need={gravest} device="" isAway={at !== 'fresh'} />
        </div>
      </Note>
    </div>
  )
}
