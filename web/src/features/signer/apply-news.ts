import type { QueryClient } from '@tanstack/react-query'
import type { EventFrame, LogEntry } from '#contract/events.ts'
import { isObject } from '../../lib/is-object.ts'
import { readAgain, setLive } from '../../lib/query-client.ts'
import { applyAppsNews } from '../apps/queries.ts'
import { applyReservedSharesNews, reservedSharesQuery } from '../devices/reserved-shares.ts'
import { applyQuestionNews, questionsQuery } from '../policy/questions.ts'
import { applyRulesNews } from '../policy/rules.ts'
import { refreshSaved } from '../setup/credentials/env-changes.ts'
import { applyJoinNews, requestsQuery } from '../setup/joining/join-requests.ts'
import { applyPeerFrame, peersQuery, refreshPeers } from './peers.ts'
import { changesStatus, isPeerPolicy, type StatusRefresh } from './status-refresh.ts'

interface NewsOptions {
  status: StatusRefresh
  /** Called with each entry for the event log. */
  onEntry?(entry: LogEntry): void
}

/** Changes, or reads again, everything on the page that a frame of the event stream is about. */
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
  if (changesPeers(frame)) refreshPeers(queries)
  if (changesSettings(frame)) void refreshSaved(queries)
  applyRulesNews(queries, frame)
  applyAppsNews(queries, frame)
  applyReservedSharesNews(queries, frame)
  applyJoinNews(queries, frame)
}

/**
 * Has the screens rely on the event stream, or poll while it is away. Their data is read again, because nothing has
 * reported what happened since it was last read.
 */
export function followStream(queries: QueryClient, isOpen: boolean): void {
  setLive(isOpen)
  for (const query of [peersQuery, questionsQuery, requestsQuery, reservedSharesQuery]) {
    void readAgain(queries, query)
  }
}

/** Frames after which more of a peer's row may have changed than they say. */
const PEER_TYPES: readonly string[] = ['overview-internal', 'ready', 'disconnect', 'sign']

/** Whether peers must be read again: their state, their policies, or what they were given has changed. */
const changesPeers = (frame: EventFrame): boolean =>
  PEER_TYPES.includes(frame.type) || isPeerPolicy(frame)

/** Entries that say that any of the four credentials was saved or deleted. */
const changesSettings = ({ data }: EventFrame): boolean => isObject(data) && 'settings' in data
