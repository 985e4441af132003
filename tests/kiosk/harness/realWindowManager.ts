import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const programs = {
  openbox: { path: '/usr/bin/openbox', args: ['--sm-disable'] },
  matchbox: { path: '/usr/bin/matchbox-window-manager', args: [] },
} as const
export type ManagerName = keyof typeof programs

/** Why this machine cannot run the window manager; '' when it can. */
export function whyNoManager(name: ManagerName): string {
  return existsSync(programs[name].path) ? '' : 'needs apt install openbox matchbox-window-manager'
}

/** A window manager of Debian as it comes, without settings of a user. Returns what ends it. */
export function startManager(name: ManagerName, display: string): () => Promise<void> {
  const { path, args } = programs[name]
  const home = mkdtempSync(join(tmpdir(), 'palpite-manager-'))
  const manager = spawn(path, args, {
    env: { PATH: process.env['PATH'], DISPLAY: display, HOME: home },
    stdio: 'ignore',
  })
  const exited = once(manager, 'exit')
  return async () => {
    manager.kill()
    await exited
    rmSync(home, { recursive: true, force: true })
  }
}
