import { cpus, loadavg, release, totalmem, type } from 'node:os'

/** What a run was measured on, in one line; the load is that of the last minute before it. */
export function describeMachine(): string {
  const [cpu] = cpus()
  const gigabytes = (totalmem() / 1024 ** 3).toFixed(1)
  const [load = 0] = loadavg()
  return [
    `${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}`,
    `${gigabytes} GB`,
    `${type()} ${release()}`,
    `Node ${process.version}`,
    `load ${load.toFixed(1)}`,
  ].join(', ')
}
