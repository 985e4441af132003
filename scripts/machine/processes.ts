import { readdirSync, readFileSync } from 'node:fs'

export interface ProcessOf {
  pid: number
  /** The value of Chromium's `--type=`, with that of `--utility-sub-type=` for services; '' for others. */
  type: string
  command: string
}

/** Every process that `root` has started, and those that they have started. */
export function descendantsOf(root: number): ProcessOf[] {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    const pid = Number(name)
    const parent = Number.isInteger(pid) ? parentOf(pid) : null
    if (parent !== null) children.set(parent, [...(children.get(parent) ?? []), pid])
  }
  const found: number[] = []
  const add = (pid: number) => {
    for (const child of children.get(pid) ?? []) {
      found.push(child)
      add(child)
    }
  }
  add(root)
  return found.flatMap((pid) => {
    const command = read(`/proc/${pid}/cmdline`)
    if (command === null) return []
    const valueOf = (option: string) => new RegExp(`--${option}=([^\\0 ]+)`).exec(command)?.[1]
    const type = valueOf('utility-sub-type') ?? valueOf('type') ?? ''
    return [{ pid, type, command: command.replaceAll('\0', ' ') }]
  })
}

/** Null: it is gone, or dead and not yet collected. */
function parentOf(pid: number): number | null {
  const stat = read(`/proc/${pid}/stat`)
  // The name stands in brackets and may contain anything.
  const [state, parent] = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? []
  return stat === null || state === 'Z' ? null : Number(parent)
}

/** Null: the process is gone. */
function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ESRCH') return null
    throw error
  }
}
