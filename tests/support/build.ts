import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

/** Once a run: builds what tests start in processes of their own, if its sources have changed. */
export function setup(): void {
  execFileSync(process.execPath, ['scripts/setup.mjs', 'build'], { cwd: ROOT, stdio: 'inherit' })
}
