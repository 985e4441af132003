import { cpSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** Left out of the copy: files that git ignores, tests and documents. */
const leftOut =
  /^(\.|node_modules$|out$|dist|release$|artifacts$|tests$|docs$|bench$|test-results$|playwright)/

/**
 * Copies what a build needs into a new temporary folder and links the installed packages to it: the bundles of
 * this working copy stay as they are. Returns the folder; the caller removes it.
 */
export function copySources(): string {
  const folder = mkdtempSync(join(tmpdir(), 'palpite-node-'))
  for (const name of readdirSync('.').filter((entry) => !leftOut.test(entry)))
    cpSync(name, join(folder, name), { recursive: true })
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'), 'dir')
  return folder
}
