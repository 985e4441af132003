import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'

export interface ScreenSize {
  width: number
  height: number
}

export interface VirtualDisplay {
  /** Value of DISPLAY, for example `:91`. */
  name: string
  stop(): Promise<void>
}

/** A real X server without a monitor, on a free display number. */
export async function startDisplay({ width, height }: ScreenSize): Promise<VirtualDisplay> {
  const server = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', `${width}x${height}x24`, '-nolisten', 'tcp', '-noreset'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  )
  const exited = once(server, 'exit')
  const [number] = (await once(server.stdio[3] as Readable, 'data')) as [Buffer]
  return {
    name: `:${number.toString().trim()}`,
    async stop() {
      server.kill()
      await exited
    },
  }
}
