import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from './fixtures.ts'
import { startServerProcess } from '../server/helpers/serverProcess.ts'

export interface OwnServer {
  url: string
  /** Of the back office. */
  officeUrl: string
  stop: () => Promise<void>
}

/** A server for one file alone, whose clock and database it may change. */
export async function startOwnServer(env: Record<string, string> = {}): Promise<OwnServer> {
  // A short path: the address of the database's socket has at most 107 characters.
  const folder = mkdtempSync(join(tmpdir(), 'palpite-own-'))
  const cluster = process.env['PREPARED_CLUSTER']
  // Keeps the owner of the files: PostgreSQL's own user, when the tests run as root.
  if (cluster) execFileSync('cp', ['-a', join(cluster, 'pg'), folder])
  const { url, child, ended, stdout, stderr } = await startServerProcess({
    SANDBOX: '1',
    LOG_LEVEL: 'warn',
    DATA_DIR: folder,
    ...env,
  })
  if (!url) throw new Error(stderr())
  return {
    url,
    // Said just after the product's address.
    get officeUrl() {
      return /back office is at (https?:\/\/[^:]+:\d+)/.exec(stdout())?.[1] ?? ''
    },
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * All tests of this file run one after the other on a server of its own, which runs no longer than they do: a server costs CPU
 * time even when nobody calls it.
 */
export function useOwnServer(env: Record<string, string> = {}): void {
  let server: OwnServer | undefined
  test.describe.configure({ mode: 'default' })
  test.use({
    serverUrl: async ({ host: _ }, use) => use((server ??= await startOwnServer(env)).url),
    baseURL: ({ serverUrl }, use) => use(serverUrl),
  })
  test.afterAll(() => server?.stop())
}
