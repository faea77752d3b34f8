import type { Floe } from '../container/support/floe.ts'

/** What a container uses, as the kernel counts it. Bytes, and seconds of one core since its start. */
export interface Usage {
  /** Resident memory of the server's process, and the part of it that is mapped from files. */
  rss: number
  rssFile: number
  cpu: number
  /** All processes of the container: memory without the file cache, and time. */
  container: number
  containerCpu: number
}

/** The unit of process times in Linux, on every machine: USER_HZ. */
const TICKS_A_SECOND = 100
/** Fields of /proc/PID/stat after the command's name, by proc(5): utime and stime. */
const UTIME = 11
const STIME = 12

/** Where control groups, version 2 and 1, report their use. */
const GROUPS = [
  {
    memory: '/sys/fs/cgroup/memory.current',
    memoryStat: '/sys/fs/cgroup/memory.stat',
    cache: 'file',
    cpu: '/sys/fs/cgroup/cpu.stat',
    secondsOf: (text: string) => fieldOf(text, 'usage_usec') / 1e6,
  },
  {
    memory: '/sys/fs/cgroup/memory/memory.usage_in_bytes',
    memoryStat: '/sys/fs/cgroup/memory/memory.stat',
    cache: 'total_cache',
    cpu: '/sys/fs/cgroup/cpuacct/cpuacct.usage',
    secondsOf: (text: string) => Number(text) / 1e9,
  },
]

/** @throws Error when the container's first process is not the server */
export async function usageOf(floe: Floe): Promise<Usage> {
  const command = await read(floe, '/proc/1/cmdline')
  if (!command.includes('/app/dist/server/main.js')) throw new Error(`process 1 is ${command}`)
  const status = await read(floe, '/proc/1/status')
  const stat = await read(floe, '/proc/1/stat')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return {
    rss: kilobytesOf(status, 'VmRSS'),
    rssFile: kilobytesOf(status, 'RssFile'),
    cpu: (Number(fields[UTIME]) + Number(fields[STIME])) / TICKS_A_SECOND,
    ...(await groupUsageOf(floe)),
  }
}

/** Resident memory of a Node that does nothing, in the same container: no server can be smaller. */
export async function bareNodeBytes(floe: Floe): Promise<number> {
  const program = "process.stdout.write(require('fs').readFileSync('/proc/self/status', 'utf8'))"
  const { stdout } = await floe.exec('node', '-e', program)
  return kilobytesOf(stdout, 'VmRSS')
}

async function groupUsageOf(floe: Floe): Promise<Pick<Usage, 'container' | 'containerCpu'>> {
  for (const { memory, memoryStat, cache, cpu, secondsOf } of GROUPS) {
    const { code, stdout } = await floe.exec('cat', memory)
    if (code !== 0) continue
    return {
      container: Number(stdout) - fieldOf(await read(floe, memoryStat), cache),
      containerCpu: secondsOf(await read(floe, cpu)),
    }
  }
  return { container: Number.NaN, containerCpu: Number.NaN }
}

async function read(floe: Floe, path: string): Promise<string> {
  const { code, stdout, stderr } = await floe.exec('cat', path)
  if (code !== 0) throw new Error(`${path}: ${stderr}`)
  return stdout
}

/** A line `name: 12 kB`. @returns bytes */
const kilobytesOf = (text: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1]) * 1024

/** A line `name 12`. */
const fieldOf = (text: string, name: string): number =>
  Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1])
