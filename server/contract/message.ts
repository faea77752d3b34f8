/**
 * A text for a person: the English sentence and, for translations, its code and parameters. It is also the body of a
 * refusal.
 */
export interface Message {
  error: string
  /** `http.notFound`: a line of `codes.ts`. */
  code: string
  /** The sentence's parameters, in order. One may be a message itself. */
  params?: unknown[] | undefined
  /** The field that it is about: the sentence begins with its name and a colon. */
  field?: string | undefined
  /** The sentence's code, where `code` is a fixed word that programs act on. */
  sentence?: string | undefined
}

/** Why something failed: a message, or a text that others wrote, which has no code. */
export type Failure = Pick<Message, 'error'> & {
  [Key in keyof Message]?: Message[Key] | undefined
}

type Write = (...params: never[]) => string
type Given<Params> = {
  [At in keyof Params]: string extends Params[At] ? Params[At] | Failure : Params[At]
}

/** The messages of a group of texts, under the same names. A parameter that is a text may also be a message. */
export type Coded<Group> = {
  readonly [Key in keyof Group]: Group[Key] extends (...params: infer Params) => string
    ? (...params: Given<Params>) => Message
    : Message
}

/**
 * Gives each text of a group its code, `group.key`.
 *
 * @param texts sentences, and functions that make a sentence of their parameters
 */
/* @__NO_SIDE_EFFECTS__ */
export function withCodes<Group extends Readonly<Record<string, string | Write>>>(
  group: string,
  texts: Group,
): Coded<Group> {
  const messages = Object.entries(texts).map(([key, text]) => {
    const code = `${group}.${key}`
    if (typeof text === 'string') return [key, { error: text, code }]
    const write = text as (...params: unknown[]) => string
    return [
      key,
      (...given: unknown[]): Message => {
        const params = given.map((param) => (isFailure(param) ? messageOf(param) : param))
        return { error: write(...given.map(textOf)), code, params }
      },
    ]
  })
  return Object.fromEntries(messages)
}

/** The code of several messages that are joined. Its params: the separator, then the messages. */
export const SEVERAL = 'several'

/** The code of a text that has none of its own: a relay's words, a device's, the system's. */
export const OTHERS_WORDS = 'text'

/** The English sentences of messages, for programs that read no code. */
export const sentencesOf = (messages: readonly Failure[]): string[] =>
  messages.map(({ error }) => error)

/** Joins messages into one. A single message stays itself. */
export function several(separator: string, messages: readonly Failure[]): Message {
  const [first, ...rest] = messages.map(messageOf)
  if (first !== undefined && rest.length === 0) return first
  return {
    error: messages.map(({ error }) => error).join(separator),
    code: SEVERAL,
    params: [separator, ...messages.map(messageOf)],
  }
}

/** A failure with the name of who reports it, such as a relay, before it. */
export const saidBy = (name: string, why: Failure): Message => several(': ', [{ error: name }, why])

/** Says which field a failure is about. Of a field within a field, the outer one is named. */
export function ofField(field: string, failure: Failure): Message {
  const { error, ...rest } = messageOf(failure)
  return { ...rest, error: `${field}: ${error}`, field }
}

/**
 * The body of a refusal whose `code` is a fixed word that programs act on, such as CONFIRM. Then `sentence` is the
 * code of the sentence.
 */
export function withFixedCode<Code extends string>(code: Code, failure: Failure) {
  const { code: sentence, ...message } = messageOf(failure)
  return { ...message, code, sentence }
}

/** Only the fields of a message: the failure's object may have others. */
export const messageOf = ({ error, field, code = OTHERS_WORDS, params }: Failure): Message => ({
  error,
  ...(field !== undefined && { field }),
  code,
  ...(params !== undefined && { params }),
})

const isFailure = (param: unknown): param is Failure =>
  typeof param === 'object' && param !== null && 'error' in param && typeof param.error === 'string'

const textOf = (param: unknown): unknown => (isFailure(param) ? param.error : param)
