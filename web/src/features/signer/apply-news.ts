import type { QueryClient } from '@tanstack/react-query'
import type { EventFrame, LogEntry } from '#contract/events.ts'
import { applyAppsNews } from '../apps/queries.ts'
import { applyReservedSharesNews } from '../devices/reserved-shares.ts'
import { applyQuestionNews } from '../policy/questions.ts'
import { applyRulesNews } from '../policy/rules.ts'
import { refreshSaved } from '../setup/credentials/env-changes.ts'
import { applyJoinNews } from '../setup/joining/join-requests.ts'
import { applyPeerFrame } from './peers.ts'
import { changesStatus, type StatusRefresh } from './status-refresh.ts'

interface NewsOptions {
  status: StatusRefresh
  /** Is given what belongs into the event log. */
  onEntry?(entry: LogEntry): void
}

/** Has all that a page shows changed, or read again, that a frame of the event stream is about. */
export function applyNews(
  queries: QueryClient,
  frame: EventFrame,
  { status, onEntry }: NewsOptions,
): void {
  if (frame.type === 'peer-status-internal' || frame.type === 'peer-ping-internal') {
    applyPeerFrame(queries, frame)
  } else if (frame.type === 'question-internal') {
    applyQuestionNews(queries, frame.data)
  } else if (frame.type !== 'overview-internal') {
    onEntry?.(frame)
  }
  if (changesStatus(frame)) status.ask()
  if (changesSettings(frame)) void refreshSaved(queries)
  applyRulesNews(queries, frame)
  applyAppsNews(queries, frame)
  applyReservedSharesNews(queries, frame)
  applyJoinNews(queries, frame)
}

/** Entries that say that any of the four credentials was saved or deleted. */
const changesSettings = ({ data }: EventFrame): boolean =>
  typeof data === 'object' && data !== null && 'settings' in data
