import { useId } from 'react'
import type { AppView } from '#contract/apps.ts'
import { dayAndTime } from '../../lib/time.ts'
import { apps as texts } from '../../texts/texts.ts'
import { Card, CardBody } from '../../ui/Card.tsx'
import { More } from '../../ui/More.tsx'
import { Select } from '../../ui/Select.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { useServerNow } from '../home/server-clock.ts'
import { useUpdateApp } from './changes.ts'
import { ENDS_OPTIONS, type Ends, untilOf } from './describe-app.ts'

/** How long questions may stay open, to choose from. Seconds. */
const OPEN_FOR = [30, 60, 300, 600, 1_800, 3_600]

/** When an app ends, how long its questions wait, and how it is answered. */
export function AppSettings({ app }: { app: AppView }) {
  const { mutate } = useUpdateApp(app)
  const { openFor } = app
  const choices = [...new Set([...OPEN_FOR, openFor])].toSorted((a, b) => a - b)
  return (
    <Card title={texts.settings}>
      <CardBody className="grid gap-4">
        <EndChoice app={app} onChange={(until) => mutate({ until })} />
        <Select
          label={texts.openFor}
          value={String(openFor)}
          options={choices.map((seconds) => ({
            value: String(seconds),
            text: texts.openForSeconds(seconds),
          }))}
          onChange={(seconds) => mutate({ openFor: Number(seconds) })}
        />
        <More title={texts.answering}>
          <Setting app={app} what="nip04" title={texts.nip04} hint={texts.nip04Hint} />
          <Setting app={app} what="authUrl" title={texts.authUrl} hint={texts.authUrlHint} />
        </More>
      </CardBody>
    </Card>
  )
}

interface EndChoiceProps {
  app: AppView
  onChange(until: string | null): void
}

function EndChoice({ app: { until }, onChange }: EndChoiceProps) {
  const now = useServerNow()
  const kept = until === undefined ? [] : [{ value: 'kept' as const, text: dayAndTime(until) }]
  return (
    <div>
      <Select<Ends | 'kept'>
        label={texts.ends}
        value={until === undefined ? 'never' : 'kept'}
        options={[...kept, ...ENDS_OPTIONS]}
        onChange={(ends) => ends !== 'kept' && onChange(untilOf(ends, now))}
      />
      {until !== undefined && <p className="mt-1 text-sm text-ink-3">{texts.endsLead}</p>}
    </div>
  )
}

interface SettingProps {
  app: AppView
  what: 'nip04' | 'authUrl'
  title: string
  hint: string
}

function Setting({ app, what, title, hint }: SettingProps) {
  const id = useId()
  // A mutation for each setting: its `variables` are the last choice made here.
  const { mutate, isPending, variables } = useUpdateApp(app)
  return (
    <div className="flex items-start gap-3">
      <div className="min-w-0 flex-1">
        <span id={id} className="font-medium">
          {title}
        </span>
        <p id={`${id}-hint`} className="text-sm text-ink-3">
          {hint}
        </p>
      </div>
      <Switch
        labelledBy={id}
        describedBy={`${id}-hint`}
        checked={(isPending ? variables[what] : app[what]) ?? false}
        onChange={(next) => mutate({ [what]: next })}
      />
    </div>
  )
}
