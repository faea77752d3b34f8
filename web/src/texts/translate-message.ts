import { type Failure, SEVERAL } from '#contract/message.ts'
import { seenText } from '#contract/plain-text.ts'
import { catalogue } from './catalogue.ts'

type Text = string | ((...params: unknown[]) => string)

/**
 * A message of the server in the page's language, by its code and parameters; without a known code, as
 * it is. It may quote others, so invisible characters are shown by their code points.
 */
export const translateMessage = (message: Failure | string): string =>
  seenText(typeof message === 'string' ? message : textOf(message))

/** As `translateMessage`, without the field's name in front: for a message that stands beside its field. */
export const translateWithoutField = ({ field, error, ...message }: Failure): string =>
  translateMessage({
    ...message,
    error: field === undefined ? error : error.slice(field.length + 2),
  })

function textOf({ error, code = '', sentence = code, params = [], field }: Failure): string {
  const text = sentenceOf(sentence)
  if (text === undefined) return error
  const said = typeof text === 'string' ? text : text(...params.map(inLanguage))
  return field === undefined ? said : `${field}: ${said}`
}

const inLanguage = (param: unknown): unknown => (isFailure(param) ? textOf(param) : param)

const joined: Text = (separator, ...messages) => messages.join(String(separator))

/** Undefined in English, whose sentences the server sends. */
function sentenceOf(code: string): Text | undefined {
  if (catalogue === undefined) return undefined
  if (code === SEVERAL) return joined
  const [group = '', key = ''] = code.split('.')
  const groups: Partial<Record<string, object>> = catalogue.sentences
  return (groups[group] as Record<string, Text> | undefined)?.[key]
}

const isFailure = (param: unknown): param is Failure =>
  typeof param === 'object' && param !== null && 'error' in param
