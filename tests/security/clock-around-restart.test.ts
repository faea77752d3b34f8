// A machine whose clock is wrong when it starts, by accident or because somebody has set it: what was allowed
// for a while is not allowed for longer.
import { expect, test, vi } from 'vitest'
import { startServer } from '../support/api-server.ts'

const NOON = Date.UTC(2026, 10, 27, 12)
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

interface Rules {
  rules: { until?: string }[]
}

test.for([
  ['a year', 365 * DAY],
  ['a day', DAY],
  ['an hour', HOUR],
] as const)(
  'a clock that is set back by %s leaves a rule ten minutes at most, and none once it is right',
  async ([, by], t) => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOON })
    t.onTestFinished(() => void vi.useRealTimers())
    const before = await startServer(t)
    const rule = { whom: 'everyone', operation: 'sign', verdict: 'allow', for: '10m' }
    expect((await before.post('/api/rules', rule)).status).toBe(200)
    await before.stop()

    vi.setSystemTime(NOON - by)
    const { get } = await startServer(t, { dataDir: before.dataDir })
    const rules = async () => ((await get('/api/rules')).body as Rules).rules
    const [kept] = await rules()
    expect(Date.parse(kept?.until ?? '')).toBeLessThanOrEqual(NOON - by + 11 * MINUTE)

    vi.setSystemTime(NOON + 2 * HOUR)
    expect(await rules()).toEqual([])
  },
)
