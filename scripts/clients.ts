/**
 * `npm run test:clients`: clients that others generate from /api/docs/json. Installs openapi-typescript, @hey-api/openapi-ts
 * and orval in a folder outside the repository, generates a client with each, checks the types, and plays the main job with
 * each on a server of its own. Needs `npm run build:server` and the network; part of `npm run test:rest`.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const root = resolve(import.meta.dirname, '..')
const port = Number(process.env['CLIENTS_PORT'] ?? 5317)
const serverUrl = `http://127.0.0.1:${port}`
const clients = ['openapi-typescript', 'hey-api', 'orval']
const programs = ['openapiFetch.ts', 'heyApi.ts', 'orval.ts']
const shell = process.platform === 'win32'
const folder = mkdtempSync(join(tmpdir(), 'palpite-clients-'))

let server: ChildProcess | undefined
try {
  server = startServer()
  cpSync(join(root, 'tests/clients'), folder, { recursive: true })
  run('npm', ['install', '--no-audit', '--no-fund'])
  writeFileSync(join(folder, 'api.json'), await readDescription())
  for (const client of clients) run('npm', ['run', '--silent', client])
  run('npx', ['tsc', '-p', '.'])
  for (const program of programs) {
    run('npx', ['tsx', program])
    console.log(`${program}: the main job was played`)
  }
} finally {
  if (server && server.exitCode === null) {
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
  rmSync(folder, { recursive: true, force: true })
}

function run(command: string, args: string[]): void {
  const env = { ...process.env, SERVER: serverUrl }
  execFileSync(command, args, { cwd: folder, env, shell, stdio: ['ignore', 'inherit', 'inherit'] })
}

function startServer(): ChildProcess {
  return spawn(process.execPath, ['dist-server/server.js'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      OFFICE_PORT: '0',
      PUBLIC_URL: serverUrl,
      DATA_DIR: join(folder, 'data'),
      SANDBOX: '1',
      LOG_LEVEL: 'error',
    },
  })
}

/** Waits for the server. */
async function readDescription(): Promise<string> {
  const end = Date.now() + 60_000
  for (;;) {
    const response = await fetch(`${serverUrl}/api/docs/json`).catch((error: unknown) => {
      if (Date.now() > end || server?.exitCode !== null) throw error
    })
    if (response?.ok) return response.text()
    await sleep(100)
  }
}
