import { execFile } from 'node:child_process'
import { symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Builds the server of a commit in `folder`, with the packages that are installed here. Returns its path. */
export async function buildServerOf(commit: string, folder: string): Promise<string> {
  const [archive, packages] = [join(folder, 'source.tar'), resolve('node_modules')]
  await run('git', ['archive', '--output', archive, commit])
  await run('tar', ['xf', archive, '-C', folder])
  await symlink(packages, join(folder, 'node_modules'))
  const vite = join(packages, 'vite/bin/vite.js')
  await run(process.execPath, [vite, 'build', '--config', 'vite.server.config.ts'], { cwd: folder })
  return join(folder, 'dist-server/server.js')
}
