import { useQuery } from '@tanstack/react-query'
import type { AppView } from '#contract/apps.ts'
import { ago } from '../../lib/time.ts'
import { apps as texts } from '../../texts/texts.ts'
import { Chip } from '../../ui/Chip.tsx'
import { Identicon } from '../../ui/Identicon.tsx'
import { useServerNow } from '../home/server-clock.ts'
import { useQuestions } from '../policy/questions.ts'
import { ofCaller } from '../policy/rule-changes.ts'
import { rulesQuery } from '../policy/rules.ts'
import { DaysPlot } from './DaysPlot.tsx'
import { conditionOf, describeCondition, LOOKS, rightsLine } from './describe-app.ts'

export interface AppListProps {
  apps: readonly AppView[]
  onShow(id: string): void
}

/** The apps, each with what it is, what it may do and how much it has done. */
export function AppList({ apps, onShow }: AppListProps) {
  const now = useServerNow()
  const { data: rules } = useQuery(rulesQuery)
  const questions = useQuestions().data?.questions ?? []
  return (
    <ul className="divide-y divide-line border-t border-line">
      {apps.map((app) => (
        <AppRow
          key={app.id}
          app={app}
          now={now}
          rules={rules === undefined ? 0 : ofCaller(rules, { door: 'app', id: app.id }).own.length}
          waiting={questions.filter(({ caller }) => caller.id === app.id).length}
          onShow={() => onShow(app.id)}
        />
      ))}
    </ul>
  )
}

interface AppRowProps {
  app: AppView
  /** The server's time, Unix milliseconds. */
  now: number
  /** How many rules of its own it has. */
  rules: number
  /** How many of its questions are open. */
  waiting: number
  onShow(): void
}

function AppRow({ app, now, rules, waiting, onShow }: AppRowProps) {
  const { name, client, lastUsedAt, days } = app
  const used = lastUsedAt === undefined ? texts.neverUsed : texts.lastUsed(ago(lastUsedAt, now))
  return (
    <li className="relative flex items-center gap-x-3 gap-y-1 px-4 py-3 hover:bg-sunken">
      <Identicon pubkey={client} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {/* All of the row is its button. */}
          <button
            type="button"
            onClick={onShow}
            className="min-w-0 text-left font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ice"
          >
            {name}
          </button>
          <Chip {...LOOKS[conditionOf(app, now)]}>{describeCondition(app, now)}</Chip>
          {waiting > 0 && <Chip tone="ice">{texts.waits(waiting)}</Chip>}
        </div>
        <p className="text-sm text-ink-2">{rightsLine(app, rules)}</p>
        <p className="text-sm text-ink-3">{used}</p>
      </div>
      <DaysPlot days={days} now={now} className="h-6 w-16 shrink-0 sm:w-30" />
    </li>
  )
}
