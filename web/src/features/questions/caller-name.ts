import { seenText } from '#contract/plain-text.ts'
import type { Question } from '#contract/questions.ts'
import { shortKey } from '../../ui/short-key.ts'

/** A caller by the name that its owner gave it, or by what tells it from others. */
export const callerName = ({ name, id }: Question['caller']): string =>
  name === undefined ? shortKey(id) : seenText(name)
