import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
  const cluster = process.env['E2E_CLUSTER']
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
