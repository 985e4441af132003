import { spawnSync } from 'node:child_process'
import { findTestBrowser, onPath } from '../runtimes.ts'

/** Finds or installs the browser of the end-to-end tests: the system's Chromium, else Playwright's own, else Debian's package when root. False: there is none. */
export function ensureChromium(): boolean {
  if (findTestBrowser()) return true
  if (run('npx', ['playwright', 'install', 'chromium']) && findTestBrowser()) return true
  if (process.getuid?.() === 0 && onPath('apt-get')) {
    run('apt-get', ['update', '-qq'])
    run('apt-get', ['install', '-y', '-qq', 'chromium-headless-shell'])
  }
  if (findTestBrowser()) return true
  console.error('no Chromium: install one, or set CHROMIUM_PATH')
  return false
}

function run(command: string, args: string[]): boolean {
  const { status, error } = spawnSync(command, args, {
    stdio: 'inherit',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  if (error) console.error(error.message)
  return status === 0
}
