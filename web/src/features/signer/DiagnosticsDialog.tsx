import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { DIAGNOSTIC_GAP, DIAGNOSTIC_ROUNDS, PING_TIMEOUT } from '#contract/limits.ts'
import type { PeersAnswer, PingDiagnosis } from '#contract/peers.ts'
import { post } from '../../lib/api-client.ts'
import { STATUS_POLL } from '../../lib/limits.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { milliseconds } from '../../lib/time.ts'
import { peers as texts } from '../../texts/texts.ts'
import { translateMessage } from '../../texts/translate-message.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Note } from '../../ui/Note.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { toastDone, toastFailed } from '../../ui/toast.ts'
import { useNames } from '../settings/use-names.ts'
import { peersQuery } from './peers.ts'

export interface DiagnosticsDialogProps {
  answer: PeersAnswer
  onClose(): void
}

/** Diagnoses all peers by rounds of pings, and switches the monitor that pings by itself. */
export default function DiagnosticsDialog({ answer, onClose }: DiagnosticsDialogProps) {
  // The event stream does not report the monitor, which begins a while after the signer's start.
  useQuery({ ...peersQuery, refetchInterval: STATUS_POLL })
  const diagnosis = useDiagnosis()
  const results = diagnosis.data?.results
  return (
    <Dialog open wide onClose={onClose} title={texts.more} description={texts.diagnosticsLead}>
      <Button kind="primary" busy={diagnosis.isPending} onClick={() => diagnosis.mutate()}>
        {diagnosis.isPending ? texts.diagnosing : texts.diagnose}
      </Button>
      <div role="status" className="mt-4">
        {diagnosis.isError && (
          <Note kind="bad">{texts.diagnosisFailed(reasonOf(diagnosis.error))}</Note>
        )}
        {results && <Results results={results} />}
      </div>
      <MonitorSwitch running={answer.monitoring} />
    </Dialog>
  )
}

/** Each peer's key has its own line: on a phone there is no room for it beside four figures. */
function Results({ results }: { results: readonly PingDiagnosis[] }) {
  const { lost, fastest, average, slowest } = texts.diagnosisColumns
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable
      tabIndex={0}
      aria-label={texts.diagnosis}
      className="max-h-(--height-details) overflow-auto"
    >
      <table className="w-full text-sm">
        <thead className="text-left text-sm text-ink-3">
          <tr>
            {[lost, fastest, average, slowest].map((column) => (
              <th key={column} scope="col" className="w-1/4 py-1.5 pr-3 font-medium">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        {results.map((result) => (
          <PeerResult key={result.pubkey} result={result} />
        ))}
      </table>
    </section>
  )
}

function PeerResult({ result }: { result: PingDiagnosis }) {
  const names = useNames()
  const { pubkey, lost, rounds, fastest, average, slowest, errorMessages } = result
  return (
    <tbody className="border-t border-line">
      <tr>
        <th scope="rowgroup" colSpan={4} className="pt-2 text-left font-mono text-mono font-normal">
          {names.or(pubkey)}
        </th>
      </tr>
      <tr className="whitespace-nowrap">
        <td className={cx('pt-0.5 pr-3 pb-2', lost > 0 && 'font-medium text-bad')}>
          {texts.lostOf(lost, rounds)}
        </td>
        {[fastest, average, slowest].map((ms, column) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: three figures that never change places
          <td key={column} className="pt-0.5 pr-3 pb-2">
            {ms === undefined ? '–' : milliseconds(ms)}
          </td>
        ))}
      </tr>
      {errorMessages.length > 0 && (
        <tr>
          <td colSpan={4} className="pb-2 text-sm text-ink-3">
            {errorMessages.map(translateMessage).join(', ')}
          </td>
        </tr>
      )}
    </tbody>
  )
}

function MonitorSwitch({ running }: { running: boolean }) {
  const set = useSetMonitor()
  const label = useId()
  return (
    <div className="mt-5 flex items-start gap-3 border-t border-line pt-4">
      <Switch
        labelledBy={label}
        describedBy={`${label}-hint`}
        checked={set.isPending ? set.variables : running}
        onChange={(next) => set.mutate(next)}
      />
      <div>
        <span id={label} className="font-medium">
          {texts.monitor}
        </span>
        <p id={`${label}-hint`} className="text-sm text-ink-3">
          {texts.monitorHint}
        </p>
      </div>
    </div>
  )
}

/** What all rounds may take, and some more. Milliseconds. */
const TIMEOUT = DIAGNOSTIC_ROUNDS * (PING_TIMEOUT + DIAGNOSTIC_GAP) + 10_000

/** Rounds of pings to every peer: losses and spread. */
const useDiagnosis = () =>
  useMutation({
    mutationFn: () =>
      post<{ results: PingDiagnosis[] }>('/api/peers/diagnostics', {}, { timeout: TIMEOUT }),
  })

/** Starts or stops the ping monitor; under way until the list says so too. */
function useSetMonitor() {
  const queries = useQueryClient()
  return useMutation({
    scope: { id: 'monitor' },
    mutationFn: (running: boolean) => post<{ running: boolean }>('/api/peers/monitor', { running }),
    onSuccess: ({ running }) => toastDone(running ? texts.monitorOn : texts.monitorOff),
    onError: (error) => toastFailed(texts.monitorFailed, reasonOf(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: peersQuery.queryKey }),
  })
}
