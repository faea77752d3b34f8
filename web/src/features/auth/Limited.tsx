import { useNow } from '../../lib/use-now.ts'
import { access as texts } from '../../texts/texts.ts'

const MINUTE = 60_000

/** Says for how long this address may try nothing, counting down. @param props.until Unix milliseconds */
export function Limited({ until }: { until: number }) {
  const minutes = Math.ceil((until - useNow()) / MINUTE)
  return <p>{minutes > 0 ? texts.limited(minutes) : texts.limitOver}</p>
}
