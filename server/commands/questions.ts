import { fromProcess } from '../config/environment.ts'
import { readConfig } from '../config/whole.ts'
import type { Question } from '../contract/questions.ts'
import { createClock } from '../rules/clock.ts'
import { questionView } from '../rules/question-view.ts'
import { callerKey } from '../rules/rule.ts'
import { createApiKeys } from '../store/api-keys.ts'
import { listKeysets } from '../store/keysets.ts'
import { changeGuarded } from '../store/outside.ts'
import { createQuestions } from '../store/questions.ts'
import { createSealer } from '../store/sealing.ts'
import { createStandings } from '../store/standings.ts'
import { type Command, EXIT, readArguments } from './command.ts'
import { stderrLog } from './stderr-log.ts'

const help = `Usage: floe questions [--json]

  Lists what waits for an answer of the owner, the oldest first, even while the server runs: who asks for
  what, since when, and until when it can be answered. In lines without what would be signed; --json has
  that too. Answers are given in the console, or by POST /api/questions/ID.

Exits with 0 when it is listed, 1 when it failed, 2 when called incorrectly, 3 when a newer Floe wrote the
database, 4 when the sealing key is missing, 5 when somebody else has changed the database.
`

export const command: Command = {
  help,
  run: (args) => {
    const { values } = readArguments(args, { json: { type: 'boolean', default: false } })
    const questions = readQuestions()
    if (values.json) process.stdout.write(`${JSON.stringify(questions, null, 2)}\n`)
    else for (const question of questions) process.stdout.write(`${lineOf(question)}\n`)
    return EXIT.done
  },
}

function readQuestions(): Question[] {
  const { dataDir, secretKey } = fromProcess(readConfig)
  const folder = { dataDir, secret: secretKey?.reveal(), log: stderrLog }
  const clock = createClock()
  const now = clock.now()
  return changeGuarded(folder, (db, guards, key) => {
    const sealer = createSealer(key)
    const programs = createApiKeys(db, guards)
      .list()
      .map(({ id, name }) => [callerKey({ door: 'program', id }), name] as const)
    return listKeysets(db, guards).flatMap((keyset) => {
      const standings = createStandings(db, { guards, keyset })
        .list()
        .flatMap(({ caller, name }) => (name === null ? [] : [[callerKey(caller), name] as const]))
      const names = new Map([...programs, ...standings])
      return createQuestions(db, { sealer, guards, keyset, now: () => now })
        .list()
        .open.filter(({ runsOutAt }) => runsOutAt > now)
        .map((question) =>
          questionView(question, { clock, nameOf: (caller) => names.get(callerKey(caller)) }),
        )
    })
  })
}

function lineOf({ id, caller, operation, kind, count, askedAt, runsOutAt }: Question): string {
  const what = `${operation}${kind === undefined ? '' : ` kind ${kind}`}${count > 1 ? ` × ${count}` : ''}`
  const who = `${caller.door} ${caller.name ?? caller.id}`
  return [id, what, who, `asked ${askedAt}`, `until ${runsOutAt}`].join('  ')
}
