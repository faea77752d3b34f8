import type { QueryClient } from '@tanstack/react-query'
import type { EventFrame, LogEntry } from '#contract/events.ts'
import { applyAppsNews } from '../apps/apply-apps-news.ts'
import { applyReservedSharesNews } from '../devices/apply-reserved-shares-news.ts'
import { refreshSaved } from '../env/refresh-saved.ts'
import { applyJoinNews } from '../joining/apply-join-news.ts'
import { applyPeerFrame } from '../peers/apply-peer-frame.ts'
import { applyQuestionNews } from '../questions/apply-question-news.ts'
import { applyRulesNews } from '../rules/apply-rules-news.ts'
import { changesSettings } from './settings-change.ts'
import { changesStatus, type StatusRefresh } from './status-refresh.ts'

export interface NewsOptions {
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
  } else {
    onEntry?.(frame)
  }
  if (changesStatus(frame)) status.ask()
  if (changesSettings(frame)) void refreshSaved(queries)
  applyRulesNews(queries, frame)
  applyAppsNews(queries, frame)
  applyReservedSharesNews(queries, frame)
  applyJoinNews(queries, frame)
}
