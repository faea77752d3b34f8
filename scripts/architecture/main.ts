// `npm run lint` ends with this: which imports break a rule (rooms.ts), and how large the product is.

import { problemsOf } from './check.ts'
import { circlesOf, readSources } from './sources.ts'

const server = readSources(['server'])
const web = readSources(['web'])
const all = [...server, ...web]
const linesOf = (sources: typeof all) => sources.reduce((sum, { lines }) => sum + lines, 0)

console.log(`server: ${linesOf(server)} lines in ${server.length} files`)
console.log(`web: ${linesOf(web)} lines in ${web.length} files`)
console.log(`circles: ${circlesOf(all).length}`)

const problems = problemsOf(all)
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
