/**
 * `npm run dev`: the server, restarted when its code changes; the web client with hot reload on
 * http://127.0.0.1:5251; and the Electron window with hot reload where there is a runtime and a display.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { findElectron, hasDisplay } from './runtimes.ts'

const port = process.env['PORT'] ?? '5250'
/** The games' origin; the port after the server's is Vite's here. */
const gamesPort = process.env['GAMES_PORT'] ?? '5252'
/** The back office's, whose client Vite does not serve: `npm run build:office` builds it. */
const officePort = process.env['OFFICE_PORT'] ?? '5253'
const children: ChildProcess[] = []

function run(command: string, words: string[], env: Record<string, string> = {}): void {
  const child = spawn(command, words, { stdio: 'inherit', env: { ...process.env, ...env } })
  child.once('error', (error) => console.error(`${command}: ${error.message}`))
  children.push(child)
}

function stop(): void {
  for (const child of children) child.kill('SIGTERM')
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop)

run(process.execPath, ['--watch', '--import', 'tsx', 'src/server/server.ts'], {
  GAMES_PORT: gamesPort,
  OFFICE_PORT: officePort,
})
for (const mode of ['slots', 'sandbox'])
  run('npx', ['vite', 'build', '--config', 'vite.frames.config.ts', '--mode', mode, '--watch'])
run('npx', ['vite', '--config', 'vite.web.config.ts', '--host', '127.0.0.1'])
const electron = findElectron()
if (electron && hasDisplay()) {
  const asRoot = process.platform === 'linux' && process.getuid?.() === 0
  run('npx', ['electron-vite', 'dev', ...(asRoot ? ['--noSandbox'] : [])], {
    PALPITE_SERVER_URL: `http://127.0.0.1:${port}`,
    PALPITE_GAMES_URL: `http://127.0.0.1:${gamesPort}`,
    ELECTRON_EXEC_PATH: electron,
  })
} else {
  console.log('No window: there is no display or no Electron runtime.')
}
