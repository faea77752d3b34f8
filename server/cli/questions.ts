import { describeQuestion } from '#contract/describe-use.ts'
import { plainLine } from '#contract/plain-text.ts'
import type { Question } from '#contract/questions.ts'
import { CALLER_NAME_CHARS_MAX } from '#contract/rule-terms.ts'
import type { Caller } from '#contract/rules.ts'
import { createClock } from '#lib/clock.ts'
import { questionView } from '#policy/approvals.ts'
import { callerKey } from '#policy/request.ts'
import { createApiKeys } from '#store/api-keys.ts'
import { createApprovals } from '#store/approvals.ts'
import { createCallerSettings } from '#store/caller-settings.ts'
import { listKeysets } from '#store/keyset-store.ts'
import { createSealer } from '#store/sealing.ts'
import { type Command, type CommandIo, EXIT, readArguments } from './command.ts'
import { changeDatabase } from './data-folder.ts'

const help = `Usage: floe questions [--json]

  Lists what waits for an answer of the owner, the oldest first, even while the server runs: what is asked
  for, by whom, since when, and until when it can be answered. In lines without what would be signed;
  --json has that too. Answers are given in the console, or by POST /api/questions/ID.

Exits with 0 when it is listed, 1 when it failed, 2 when called incorrectly, 3 when a newer Floe wrote the
database, 4 when the sealing key is missing, 5 when somebody else has changed the database.
`

/** Characters shown of the key of a peer that has no name. */
const SHORT_KEY_CHARS = 8

export const command: Command = {
  help,
  run: (args, io) => {
    const { values } = readArguments(args, { json: { type: 'boolean', default: false } })
    const listed = readQuestions(io)
    const lines = values.json
      ? [JSON.stringify(listed.map(toQuestion), null, 2)]
      : listed.map(lineOf)
    for (const line of lines) io.stdout.write(`${line}\n`)
    return EXIT.done
  },
}

interface Listed {
  question: Question
  nameOf(caller: Caller): string | undefined
}

function readQuestions(io: CommandIo): Listed[] {
  const clock = createClock()
  const now = clock.now()
  return changeDatabase(io, (db, guards, key) => {
    const sealer = createSealer(key)
    const keyNames = createApiKeys(db, guards)
      .list()
      .map(({ id, name }) => [callerKey({ door: 'program', id }), name] as const)
    return listKeysets(guards).flatMap((keyset) => {
      const callerNames = createCallerSettings(db, { guards, keyset })
        .list()
        .flatMap(({ caller, name }) => (name === null ? [] : [[callerKey(caller), name] as const]))
      const names = new Map([...keyNames, ...callerNames])
      const nameOf = (caller: Caller) => names.get(callerKey(caller))
      return createApprovals(db, { sealer, guards, keyset, now: () => now })
        .list()
        .open.filter(({ runsOutAt }) => runsOutAt > now)
        .map((question) => ({ question: questionView(question, { clock, nameOf }), nameOf }))
    })
  })
}

const toQuestion = ({ question }: Listed): Question => question

/** One line of text. Names are cleaned, so that they can't change how the line is displayed. */
function lineOf({ question, nameOf }: Listed): string {
  const { id, caller, askedAt, runsOutAt } = question
  const deed = describeQuestion(question, (pubkey) =>
    named(nameOf({ door: 'peer', id: pubkey }) ?? pubkey.slice(0, SHORT_KEY_CHARS)),
  )
  const who = `${caller.door} ${named(caller.name ?? caller.id)}`
  return [id, deed, who, `asked ${askedAt}`, `until ${runsOutAt}`].join('  ')
}

const named = (name: string): string => plainLine(name, CALLER_NAME_CHARS_MAX)
