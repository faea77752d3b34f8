import { Switch } from '@base-ui/react/switch'
import { useId } from 'react'
import type { PeersAnswer, PingDiagnosis } from '../../../../server/contract/peers.ts'
import { peers as texts } from '../../../../server/contract/texts/peers.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { milliseconds } from '../../lib/time.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Note } from '../../ui/Note.tsx'
import { shortKey } from '../../ui/short-key.ts'
import { useDiagnosis } from './diagnose-peers.ts'
import { useSetMonitor } from './set-monitor.ts'

export interface DiagnosticsDialogProps {
  answer: PeersAnswer
  onClose(): void
}

/** What one ping does not show, and the monitor that pings by itself. */
export default function DiagnosticsDialog({ answer, onClose }: DiagnosticsDialogProps) {
  const diagnosis = useDiagnosis()
  const results = diagnosis.data?.results
  return (
    <Dialog open wide onClose={onClose} title={texts.more} description={texts.diagnosticsLead}>
      <Button
        kind="primary"
        aria-disabled={diagnosis.isPending}
        onClick={() => !diagnosis.isPending && diagnosis.mutate()}
      >
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

function Results({ results }: { results: readonly PingDiagnosis[] }) {
  const { peer, lost, fastest, average, slowest } = texts.diagnosisColumns
  const time = (ms: number | undefined) => (ms === undefined ? '–' : milliseconds(ms))
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: narrow, the table scrolls sideways
      tabIndex={0}
      aria-label={texts.diagnosis}
      className="overflow-x-auto"
    >
      <table className="w-full text-right text-sm">
        <thead className="text-xs text-ink-3">
          <tr>
            <th className="py-1.5 text-left font-medium">{peer}</th>
            {[lost, fastest, average, slowest].map((column) => (
              <th key={column} className="py-1.5 pl-3 font-medium">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {results.map((result) => (
            <tr key={result.pubkey} className="border-t border-line">
              <td className="py-1.5 text-left font-mono text-mono">{shortKey(result.pubkey)}</td>
              <td className="py-1.5 pl-3 whitespace-nowrap">
                {texts.lostOf(result.lost, result.rounds)}
              </td>
              <td className="py-1.5 pl-3 whitespace-nowrap">{time(result.fastest)}</td>
              <td className="py-1.5 pl-3 whitespace-nowrap">{time(result.average)}</td>
              <td className="py-1.5 pl-3 whitespace-nowrap">{time(result.slowest)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function MonitorSwitch({ running }: { running: boolean }) {
  const set = useSetMonitor()
  const label = useId()
  return (
    <div className="mt-5 flex items-start gap-3 border-t border-line pt-4">
      <Switch.Root
        checked={running}
        onCheckedChange={(next) => set.mutate(next)}
        readOnly={set.isPending}
        aria-labelledby={label}
        className="mt-0.5 inline-flex h-6 w-10 shrink-0 rounded-full border border-edge bg-line p-0.5 transition-colors data-[checked]:border-ice data-[checked]:bg-ice"
      >
        <Switch.Thumb className="size-4.5 rounded-full bg-surface transition-transform data-[checked]:translate-x-4" />
      </Switch.Root>
      <div>
        <span id={label} className="font-medium">
          {texts.monitor}
        </span>
        <p className="text-sm text-ink-3">{texts.monitorHint}</p>
      </div>
    </div>
  )
}
