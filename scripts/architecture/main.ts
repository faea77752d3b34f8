// Prints how large the product is, and which rules of the architecture are broken: imports (rooms.ts) and words (words.ts).

import { problemsOf } from './check.ts'
import { circlesOf, readSources } from './sources.ts'
import { wordProblems } from './words.ts'

const server = readSources(['server'])
const web = readSources(['web'])
const all = [...server, ...web]
const linesOf = (sources: typeof all) => sources.reduce((sum, { lines }) => sum + lines, 0)

console.log(`server: ${linesOf(server)} lines in ${server.length} files`)
console.log(`web: ${linesOf(web)} lines in ${web.length} files`)
console.log(`circles: ${circlesOf(all).length}`)

const problems = [...problemsOf(all), ...wordProblems(all)]
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
