import { app, type ProcessMetric } from 'electron'
import { reasonOf } from '../reasonOf.ts'

export const networkService = 'network.mojom.NetworkService'
export const storageService = 'storage.mojom.StorageService'

/** SIGKILL, because a process that is stuck or stopped handles nothing else. Chromium starts it again. */
export function killProcess(pid: number, why: string): void {
  // No process: for the system, 0 would mean all of ours.
  if (pid <= 0) return
  console.error(`palpite: process ${pid} is killed: ${why}`)
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    // It has ended meanwhile.
    console.warn(`palpite: process ${pid}`, reasonOf(error))
  }
}

type Kind = Pick<ProcessMetric, 'type' | 'serviceName'>

export const isGpu = ({ type }: Kind): boolean => type === 'GPU'
const isPage = ({ type }: Kind): boolean => type === 'Tab'
export const isNetwork = ({ serviceName }: Kind): boolean => serviceName === networkService

export function killGpuProcess(why: string): void {
  killAll(isGpu, why)
}

export function killPageProcesses(why: string): void {
  killAll(isPage, why)
}

export function killService(name: string, why: string): void {
  killAll(({ serviceName }) => serviceName === name, why)
}

function killAll(isMeant: (kind: Kind) => boolean, why: string): void {
  for (const metric of app.getAppMetrics()) if (isMeant(metric)) killProcess(metric.pid, why)
}
