import { describeKind } from '#contract/describe-kind.ts'
import type { Operation, Preset } from '#contract/rules.ts'
import { EVERYDAY_KINDS, IRREVERSIBLE_KINDS, includesKind } from './kinds.ts'
import type { Asked } from './request.ts'

/** What is asked for, as far as a preset looks at it. */
interface Use {
  operation: Operation
  /** Of the event that is signed; undefined: it is not shown. */
  kind: number | undefined
}

/**
 * Whether a request may be allowed together with others, at a glance: everyday things that can be undone,
 * shown, and nothing that reads what was sent to the group.
 */
export const isHarmless = ({ operation, parts }: Asked): boolean =>
  parts.every(({ event }) => presetAllows('everyday', { operation, kind: event?.kind }))

/**
 * Whether a preset allows a use; the owner is asked about the rest. None allows anything that reads what
 * was sent to the group, or hands the group out: that takes a rule of its own.
 */
export function presetAllows(preset: Preset, { operation, kind }: Use): boolean {
  if (preset === 'ask') return false
  if (operation === 'nip44.encrypt' || operation === 'nip04.encrypt') return true
  if (operation !== 'sign') return false
  switch (preset) {
    case 'everyday':
      return kind !== undefined && EVERYDAY_KINDS.has(kind)
    case 'careful':
      return (
        kind !== undefined &&
        describeKind(kind) !== undefined &&
        !includesKind(IRREVERSIBLE_KINDS, kind)
      )
    case 'all':
      return true
  }
}
