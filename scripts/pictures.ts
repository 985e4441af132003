/**
 * `npm run test:pictures`: compares every screen at three sizes with its baseline (tests/pictures), on existing builds.
 * `-- --update` draws the baselines that differ anew: look at them before you commit them. Anything else is for
 * Playwright: `-- --update -g money` draws those of one test.
 */
import { spawnSync } from 'node:child_process'

const given = process.argv.slice(2)
const { status } = spawnSync(
  'npx',
  ['playwright', 'test', '--project=pictures', ...given.filter((each) => each !== '--update')],
  {
    stdio: 'inherit',
    env: { ...process.env, PICTURES: given.includes('--update') ? 'update' : 'compare' },
    shell: process.platform === 'win32',
  },
)
process.exit(status ?? 1)
