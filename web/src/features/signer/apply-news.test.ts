import {
  type QueryClient,
  type QueryKey,
  QueryObserver,
  type QueryObserverOptions,
} from '@tanstack/react-query'
import { describe, expect, it, vi } from 'vitest'
import type { EventFrame } from '#contract/events.ts'
import { type ApiServer, firstShare, newKeyset, startServer } from '#tests/support/api-server.ts'
import type { Scope } from '#tests/support/scope.ts'
import { until } from '#tests/support/until.ts'
import { createQueryClient, setLive } from '../../lib/query-client.ts'
import { appsQuery } from '../apps/queries.ts'
import { reservedSharesQuery } from '../devices/reserved-shares.ts'
import { questionsQuery } from '../policy/questions.ts'
import { rulesQuery } from '../policy/rules.ts'
import { envQuery, savedQuery } from '../setup/credentials/env.ts'
import { refreshSaved } from '../setup/credentials/env-changes.ts'
import { requestsQuery } from '../setup/joining/join-requests.ts'
import { applyNews, followStream } from './apply-news.ts'
import { peersQuery } from './peers.ts'

/** What the page shows of a genuine server. The answer to its first call of a path is held until the test lets it go. */
async function open(scope: Scope, path: string) {
  const environment = firstShare(newKeyset(), ['ws://127.0.0.1:1'])
  const server = await startServer(scope, { environment })
  const { fetch } = globalThis
  const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let reads = 0
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const answered = await fetch(new URL(url, server.url), init)
    if (url !== `.${path}`) return answered
    reads += 1
    asked.resolve()
    await answer.promise
    return answered
  })
  const queries = createQueryClient()
  scope.onTestFinished(() => {
    queries.clear()
    setLive(false)
    vi.stubGlobal('fetch', fetch)
  })
  return {
    ...{ server, queries },
    reads: () => reads,
    asked: asked.promise,
    /** Resolves once nothing is being read any more. */
    answer: async () => {
      answer.resolve()
      await until(() => reads > 0 && queries.isFetching() === 0)
    },
  }
}

/** Shows what a query reads, as a screen does. */
function show(scope: Scope, queries: QueryClient, query: { queryKey: QueryKey }): void {
  const options = query as unknown as QueryObserverOptions
  scope.onTestFinished(new QueryObserver(queries, options).subscribe(() => {}))
}

const frame = (data: object, type: EventFrame['type'] = 'info'): EventFrame =>
  ({
    type,
    keyset: 1,
    id: 1,
    message: '',
    timestamp: '2026-03-01T12:00:00.000Z',
    data,
  }) as EventFrame

const nothing = { ask: () => {}, stop: () => {} }
const tell = (queries: QueryClient, news: EventFrame) =>
  applyNews(queries, news, { status: nothing })

/** Asks the owner something. */
function askOwner({ context }: ApiServer): void {
  const { policy } = context.keysets.first
  const { id } = context.auth.apiKeys.create({ name: 'bot', scope: 'sign' })
  const caller = { door: 'program', id } as const
  policy.ruleSet.add({ whom: caller, verdict: 'ask', for: 'ever' })
  const wish = { caller, operation: 'sign', subject: 'ab'.repeat(32), parts: [{}] } as const
  policy.policyEngine.decide(wish, { openFor: 600_000 })
}

it('shows what happened after the first answer was asked for and before the stream opened', async (scope) => {
  const page = await open(scope, '/api/questions')
  show(scope, page.queries, questionsQuery)
  await page.asked
  askOwner(page.server)
  followStream(page.queries, true)
  await page.answer()
  expect(page.queries.getQueryData(questionsQuery.queryKey)?.questions).toHaveLength(1)
})

it.for([
  ['/api/questions', questionsQuery, frame({ over: 'x', end: 'refused' }, 'question-internal')],
  ['/api/rules', rulesQuery, frame({ rules: [] })],
  ['/api/rules', rulesQuery, frame({ apps: [] })],
  ['/api/peers', peersQuery, frame({ names: [] })],
  ['/api/apps', appsQuery, frame({ apps: [] })],
  ['/api/spares', reservedSharesQuery, frame({ spare: 2 })],
  ['/api/spares', reservedSharesQuery, frame({}, 'overview-internal')],
  ['/api/joining/requests', requestsQuery, frame({ onboarding: 'ab' })],
] as const)(
  'reads %s once more if its first answer may be older than what is news',
  async ([path, query, news], scope) => {
    const page = await open(scope, path)
    show(scope, page.queries, query)
    await page.asked
    for (let times = 0; times < 3; times += 1) tell(page.queries, news)
    await page.answer()
    expect(page.reads()).toBe(2)
  },
)

describe('credentials that somebody else changes while they are read for the first time', () => {
  async function openReading(scope: Scope) {
    const page = await open(scope, '/api/env')
    await page.queries.fetchQuery(savedQuery)
    show(scope, page.queries, savedQuery)
    show(scope, page.queries, envQuery)
    await page.asked
    return page
  }

  it('are shown as they are then', async (scope) => {
    const { server, queries, answer } = await openReading(scope)
    const { GROUP_CRED, SHARE_CRED } = firstShare(newKeyset(), [])
    await server.post('/api/env', { GROUP_CRED, SHARE_CRED })
    await refreshSaved(queries)
    await answer()
    expect(queries.getQueryData(envQuery.queryKey)).toMatchObject({ GROUP_CRED, SHARE_CRED })
  })

  it('are not shown once they are cleared', async (scope) => {
    const { server, queries, answer } = await openReading(scope)
    await server.post('/api/env/delete', { keys: ['GROUP_CRED', 'SHARE_CRED'] })
    await refreshSaved(queries)
    await answer()
    expect(queries.getQueryData(envQuery.queryKey)).toBeUndefined()
  })
})
