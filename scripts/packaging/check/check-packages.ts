import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { description } from '../description.ts'
import { type CasaosOptions, checkCasaos } from './casaos.ts'
import { type Finding, type Report, rules } from './rules.ts'
import { checkStartos } from './startos.ts'
import { checkUmbrel } from './umbrel.ts'

const LICENSE = join(import.meta.dirname, '../../..', description.files.license)

/** Checks the packages below a folder against their stores' rules. */
export async function checkPackages(folder: string, options: CasaosOptions): Promise<Finding[]> {
  const findings: Finding[] = []
  const report: Report = (rule, { file, line = 1 }, detail) => {
    const [severity, text] = rules[rule]
    const isLeftOver = rule === 'any/image-placeholder' && options.release
    findings.push({
      rule,
      severity: isLeftOver ? 'error' : severity,
      file,
      line,
      message: detail === undefined || detail === '' ? text : `${text} (${detail})`,
    })
  }
  await checkUmbrel(join(folder, 'umbrel'), options, report)
  await checkStartos(join(folder, 'startos'), await readFile(LICENSE), report)
  await checkCasaos(join(folder, 'casaos'), options, report)
  return findings
}
