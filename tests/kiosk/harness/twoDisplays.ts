import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Bounds } from './Desktop.ts'
import type { VirtualDisplay } from '../../../scripts/machine/virtualDisplay.ts'

const needed = ['/usr/bin/Xorg', '/usr/lib/xorg/modules/drivers/dummy_drv.so', '/usr/bin/xrandr']

/** Why this machine cannot have two displays; '' when it can. */
export const whyNotTwo = needed.every((file) => existsSync(file))
  ? ''
  : 'needs apt install xserver-xorg-core xserver-xorg-video-dummy x11-xserver-utils'

/** Side by side. The left one is the main one. */
const outputs = {
  left: { name: 'DUMMY0', mode: '1024x768', at: '0x0' },
  right: { name: 'DUMMY1', mode: '800x600', at: '1024x0' },
} as const
type Side = keyof typeof outputs

export const leftBounds: Bounds = { x: 0, y: 0, width: 1024, height: 768 }
/** Alone, it is at the origin. */
export const rightBounds: Bounds = { x: 0, y: 0, width: 800, height: 600 }

/** The size of the screen is that of both displays: Xvfb has one display only, Xorg without a monitor has sixteen. */
const configuration = `
Section "Device"
  Identifier "dummy"
  Driver "dummy"
  VideoRam 64000
EndSection
Section "Screen"
  Identifier "screen"
  Device "dummy"
  DefaultDepth 24
  SubSection "Display"
    Depth 24
    Virtual 1824 768
  EndSubSection
EndSection
`

export interface TwoDisplays extends VirtualDisplay {
  unplug(side: Side): void
  plugIn(side: Side): void
  makeMain(side: Side): void
}

/** A real X server with two displays, on a free display number. */
export async function startTwoDisplays(): Promise<TwoDisplays> {
  const folder = mkdtempSync(join(tmpdir(), 'palpite-xorg-'))
  const file = join(folder, 'xorg.conf')
  writeFileSync(file, configuration)
  const log = join(folder, 'xorg.log')
  const options = ['-displayfd', '3', '-config', file, '-logfile', log, '-nolisten', 'tcp', '-noreset']
  // It takes no console away from anyone.
  const server = spawn('Xorg', [...options, '-novtswitch', '-sharevts'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const exited = once(server, 'exit')
  const [number] = (await once(server.stdio[3] as Readable, 'data')) as [Buffer]
  const name = `:${number.toString().trim()}`
  const xrandr = (...args: string[]) => execFileSync('xrandr', ['--display', name, ...args])
  const plugIn = (side: Side) => {
    const output = outputs[side]
    xrandr('--output', output.name, '--mode', output.mode, '--pos', output.at)
  }
  xrandr('--addmode', outputs.right.name, outputs.right.mode)
  plugIn('left')
  plugIn('right')
  xrandr('--output', outputs.left.name, '--primary')
  return {
    name,
    unplug(side) {
      xrandr('--output', outputs[side].name, '--off')
      if (side === 'left') xrandr('--output', outputs.right.name, '--pos', '0x0')
    },
    plugIn(side) {
      if (side === 'left') xrandr('--output', outputs.right.name, '--pos', outputs.right.at)
      plugIn(side)
    },
    makeMain: (side) => void xrandr('--output', outputs[side].name, '--primary'),
    async stop() {
      server.kill()
      await exited
      rmSync(folder, { recursive: true })
    },
  }
}
