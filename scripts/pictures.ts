/**
 * `npm run test:pictures`: compares every screen at three sizes with its baseline (tests/pictures), on existing builds.
 * `-- --update` draws the baselines that differ anew: look at them before you commit them.
 */
import { spawnSync } from 'node:child_process'

const isUpdating = process.argv.includes('--update')
const { status } = spawnSync('npx', ['playwright', 'test', '--project=pictures'], {
  stdio: 'inherit',
  env: { ...process.env, PICTURES: isUpdating ? 'update' : 'compare' },
  shell: process.platform === 'win32',
})
process.exit(status ?? 1)
