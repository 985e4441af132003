import { descendantsOf, type ProcessOf } from '../../../scripts/machine/processes.ts'

const targets = {
  page: ({ type }) => type === 'renderer',
  GPU: ({ type }) => type === 'gpu-process',
  network: ({ type }) => type === 'network.mojom.NetworkService',
  storage: ({ type }) => type === 'storage.mojom.StorageService',
  "demonstration's server": ({ type }) => type === 'node.mojom.NodeService',
  // A machine that swaps, or a driver that hangs, stops all of them at once.
  'all of Chromium': ({ type }) => type !== '' && type !== 'zygote' && type !== 'node.mojom.NodeService',
} as const satisfies Record<string, (process: ProcessOf) => boolean>

export type Target = keyof typeof targets
export type Blow = 'SIGKILL' | 'SIGSTOP'
export const targetNames = Object.keys(targets) as Target[]

/** The application's processes of one kind. Storage has one of its own in some versions of Chromium only. */
export function processesOf(application: number, target: Target): ProcessOf[] {
  return descendantsOf(application).filter(targets[target])
}

/** Sends the signal to the application's processes of one kind; returns how many there were. SIGSTOP: they hang. */
export function strike(application: number, target: Target, signal: Blow): number {
  const hit = processesOf(application, target)
  for (const { pid } of hit) process.kill(pid, signal)
  return hit.length
}
