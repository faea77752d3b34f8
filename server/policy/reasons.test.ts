import { expect, test } from 'vitest'
import { policyOutcome as texts } from '#contract/codes.ts'
import type { Message } from '#contract/message.ts'
import { type RefusedBy, reasonName, refusalText } from './reasons.ts'

const cases: [RefusedBy, string, Message][] = [
  [{ by: 'stopped' }, 'stopped', texts.stopped],
  [{ by: 'suspended' }, 'suspended', texts.suspended],
  [{ by: 'gone' }, 'gone', texts.gone],
  [{ by: 'switch' }, 'switch', texts.switch],
  [{ by: 'never' }, 'never', texts.never],
  [{ by: 'rule', rule: 12, isLimit: false }, 'rule 12', texts.rule(12)],
  [{ by: 'rule', rule: 12, isLimit: true }, 'limit of rule 12', texts.limit(12)],
  [{ by: 'preset', preset: 'everyday' }, 'preset everyday', texts.preset('everyday')],
  [{ by: 'door' }, 'door', texts.door],
  [{ by: 'answer' }, 'answer', texts.answer],
  [{ by: 'unanswered' }, 'unanswered', texts.unanswered],
  [{ by: 'crowded' }, 'crowded', texts.crowded],
  [{ by: 'unkept' }, 'unkept', texts.unkept],
]

test.each(cases)('a refusal by %o has a name and a sentence', (reason, name, text) => {
  expect(reasonName(reason)).toBe(name)
  expect(refusalText(reason)).toEqual(text)
})
