import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { project } from '#contract/project.ts'
import type { DoctorAnswer } from '#contract/status.ts'
import type { VersionAnswer, VersionUpdate } from '#contract/version.ts'
import { call, get } from '../../lib/api-client.ts'
import { download } from '../../lib/download.ts'
import { VERSION_POLL } from '../../lib/limits.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { ago, dayAndTime } from '../../lib/time.ts'
import { settings as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Note } from '../../ui/Note.tsx'
import { Setting, Settings, SwitchRow } from '../../ui/Setting.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { toastFailed } from '../../ui/toast.ts'
import { useServerNow } from '../home/server-clock.ts'
import { OutLink } from './OutLink.tsx'

const { version, help, report, licences } = texts.single
const LINKS = Object.keys(texts.links) as (keyof typeof texts.links)[]

/** Which Floe this is, where there is help, and whose work it contains. */
export default function AboutSection() {
  return (
    <Settings>
      <Setting name="version" title={version.title}>
        <VersionSetting />
      </Setting>
      <Setting name="help" title={help.title} lead={texts.helpLead}>
        <ul>
          {LINKS.map((name) => (
            <li key={name}>
              <OutLink href={project[name]}>{texts.links[name]}</OutLink>
            </li>
          ))}
        </ul>
      </Setting>
      <Setting name="report" title={report.title} lead={texts.reportLead}>
        <SaveReport />
      </Setting>
      <Setting name="licences" title={licences.title} lead={texts.licenceLead}>
        <Licences />
      </Setting>
    </Settings>
  )
}

const REGISTRY = project.image.slice(0, project.image.indexOf('/'))

/** Which version runs, and whether there is a newer one, where the owner lets the server ask. */
function VersionSetting() {
  const save = useSaveAsks()
  return (
    <Loaded query={useQuery(versionQuery)} placeholder={<Skeleton className="h-20" />}>
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
            {known.asks && <VersionText known={known} />}
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

function VersionText({ known: { isAsking, askedAt, newest, isNewer } }: { known: VersionAnswer }) {
  const now = useServerNow()
  if (isAsking || askedAt === undefined) return <p className="text-ink-3">{texts.asking}</p>
  if (newest === undefined)
    return <p className="text-ink-3">{texts.couldNotAsk(ago(askedAt, now))}</p>
  if (isNewer) return <Note>{texts.newer(newest)}</Note>
  return <p className="text-ink-2">{texts.isNewest(ago(askedAt, now))}</p>
}

/** Which version runs, and whether there is a newer one. */
const versionQuery = queryOptions({
  queryKey: ['version'],
  queryFn: ({ signal }) => get<VersionAnswer>('/api/version', signal),
  refetchInterval: ({ state: { data } }) => (data?.isAsking ? VERSION_POLL : false),
})

/** Lets the server ask for the newest version, or no longer. */
function useSaveAsks() {
  const queries = useQueryClient()
  return useMutation({
    scope: { id: 'version' },
    mutationFn: (body: VersionUpdate) => call<VersionAnswer>('PUT', '/api/version', { body }),
    onSuccess: (saved) => queries.setQueryData(versionQuery.queryKey, saved),
    onError: (error) => toastFailed(texts.asksNotSaved, reasonOf(error)),
  })
}

/** Saves what `floe doctor` prints. */
function SaveReport() {
  const save = useMutation({
    mutationFn: () => get<DoctorAnswer>('/api/doctor'),
    onSuccess: (answer) => download('floe-report.txt', answer.report),
    onError: (error) => toastFailed(texts.reportFailed, reasonOf(error)),
  })
  return (
    <Button busy={save.isPending} onClick={() => save.mutate()}>
      {texts.reportSave}
    </Button>
  )
}

const FILES = {
  floe: './LICENSE.md',
  web: './licenses.md',
  server: './licenses-server.md',
} as const
type Whose = keyof typeof FILES
const WHOSE = Object.keys(FILES) as Whose[]

/** The licences of what this build contains, each text loaded when it is opened. */
const Licences = () => (
  <div className="divide-y divide-line rounded-md border border-line">
    {WHOSE.map((whose) => (
      <LicenceText key={whose} whose={whose} />
    ))}
  </div>
)

function LicenceText({ whose }: { whose: Whose }) {
  const [isOpen, setOpen] = useState(false)
  const query = useQuery({
    queryKey: ['licence', whose],
    queryFn: ({ signal }) => getLicence(FILES[whose], signal),
    enabled: isOpen,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="min-h-10 cursor-pointer px-3.5 py-2.5 font-medium">
        {texts.licenceOf[whose]}
      </summary>
      {isOpen && (
        <div className="border-t border-line px-3.5 py-3">
          <Loaded query={query} placeholder={<Skeleton className="h-40" />}>
            {(text) => (
              <section
                aria-label={texts.licenceOf[whose]}
                // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keyboard
                tabIndex={0}
                className="max-h-96 overflow-y-auto font-mono text-sm wrap-break-word whitespace-pre-wrap text-ink-2"
              >
                {text}
              </section>
            )}
          </Loaded>
        </div>
      )}
    </details>
  )
}

/** A text that the build has put beside the page. Throws where it is not there. */
async function getLicence(path: string, signal: AbortSignal): Promise<string> {
  const answer = await fetch(path, { signal })
  if (!answer.ok) throw new Error(texts.licenceFailed)
  return answer.text()
}
