import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { VirtualDisplay } from '../../../scripts/machine/virtualDisplay.ts'

/** Why this machine cannot run Cage; '' when it can. */
export const whyNoCage = ['/usr/bin/cage', '/usr/bin/Xwayland'].every((file) => existsSync(file))
  ? ''
  : 'no Cage here: needs apt install cage xwayland dbus'

/** What the unit of the Debian package tells the kiosk of Cage. */
export function unitEnvironment(): Record<string, string> {
  const unit = readFileSync('resources/venue/debian/palpite-kiosk.service', 'utf8')
  const [, value] = /^Environment=PALPITE_HIDE_COVERED=(.*)$/m.exec(unit) ?? []
  return value === undefined ? {} : { PALPITE_HIDE_COVERED: value }
}

/** Cage does not run as root: in a namespace of its own the same user has another number. */
const asAnotherUser = ['unshare', '--user', '--map-user=1000', '--map-group=1000']

/**
 * The compositor of the Debian package, in a window of another X server, whose keyboard and mouse are its own. Its X server
 * (Xwayland, rootless), whose display this is, does not count how long nobody has used it.
 */
export async function startCage(monitor: string): Promise<VirtualDisplay> {
  const runtime = mkdtempSync(join(tmpdir(), 'palpite-cage-'))
  const [program = '', ...args] = [
    ...(process.getuid?.() === 0 ? asAnotherUser : []),
    // What runs in it only tells its display, until it is told to end.
    ...['cage', '--', 'sh', '-c', 'echo "$DISPLAY" >&3; read -r _ <&4'],
  ]
  const cage = spawn(program, args, {
    // Its X server may leave a core there when Cage ends first.
    cwd: runtime,
    env: {
      ...process.env,
      DISPLAY: monitor,
      WAYLAND_DISPLAY: undefined,
      XDG_RUNTIME_DIR: runtime,
      WLR_BACKENDS: 'x11',
      WLR_RENDERER: 'pixman',
    },
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  })
  const exited = once(cage, 'exit')
  const started = once(cage.stdio[3] as Readable, 'data') as Promise<[Buffer]>
  const failed = exited.then(([code]) => {
    throw new Error(`Cage ended with code ${String(code)}`)
  })
  const [name] = await Promise.race([started, failed])
  // From here on its end is no failure.
  failed.catch(() => undefined)
  return {
    name: name.toString().trim(),
    async stop() {
      cage.stdio[4]?.destroy()
      await exited
      rmSync(runtime, { recursive: true, force: true })
    },
  }
}
