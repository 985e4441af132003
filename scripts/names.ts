/**
 * `npm run names`: writes packages/qa/names.pt_BR.json, the accessible names by screen, from what the built product shows.
 * `npm run names -- release`: keeps it as the list of the version in package.json, with which the next changes are compared. Part of a release.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

const current = 'packages/qa/names.pt_BR.json'
const released = 'packages/qa/names.released.json'

if (process.argv.includes('release')) {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  const names: unknown = JSON.parse(readFileSync(current, 'utf8'))
  writeFileSync(released, `${JSON.stringify({ version, names }, null, 2)}\n`)
} else {
  writeFileSync(current, '{}\n')
  // One worker: they write into one file.
  const args = ['playwright', 'test', '--project=web', '--workers=1', 'specs/screens.spec.ts']
  const { status } = spawnSync('npx', args, {
    stdio: 'inherit',
    // Also the tours that `npm test` leaves out.
    env: { ...process.env, NAMES: 'write', TEST_SCOPE: 'full' },
    shell: process.platform === 'win32',
  })
  process.exitCode = status ?? 1
}
