import { reasonOf } from '../../lib/query-client.ts'
import { history as historyTexts } from '../../texts/texts.ts'
import { Note } from '../../ui/Note.tsx'
import { ActivityCard } from './ActivityCard.tsx'
import { useHistory } from './queries.ts'
import { TimesPlot } from './TimesPlot.tsx'
import { UptimeRows } from './UptimeRows.tsx'
import { UsesPlot } from './UsesPlot.tsx'

/** What was asked of the key, by whom, and what came of it: as plots, and each by itself. */
export default function ActivityTab() {
  const { data, error } = useHistory()
  return (
    <div className="grid grid-cols-1 items-start gap-x-4 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
      {data === undefined && error !== null ? (
        <div className="mb-4 lg:col-span-2">
          <Note kind="bad">
            <p role="alert">
              {historyTexts.failed}: {reasonOf(error)}
            </p>
          </Note>
        </div>
      ) : (
        <>
          <UsesPlot days={data?.days} />
          <TimesPlot answers={data?.answers} />
          <div className="lg:col-start-2">
            <UptimeRows history={data} />
          </div>
        </>
      )}
      <div className="min-w-0 lg:col-start-1 lg:row-start-2">
        <ActivityCard />
      </div>
    </div>
  )
}
