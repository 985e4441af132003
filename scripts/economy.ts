/**
 * `npm run economy -- --days 30 --jurisdiction spec`: a bot plays all offers of a running server perfectly, with every
 * strategy; writes bench/results/economy.md and fails when one of them earns (tests/economy). Without a jurisdiction: all.
 */
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: { days: { type: 'string', default: '30' }, jurisdiction: { type: 'string' } },
})
if (!/^[1-9]\d*$/.test(values.days)) throw new Error(`--days ${values.days} is not a number of days`)

const { status } = spawnSync('npx', ['vitest', 'run', '--project', 'server', 'tests/economy'], {
  stdio: 'inherit',
  env: {
    ...process.env,
    ECONOMY_DAYS: values.days,
    ECONOMY_RESULT: 'bench/results/economy.md',
    ...(values.jurisdiction === undefined ? {} : { ECONOMY_JURISDICTION: values.jurisdiction }),
  },
})
process.exitCode = status ?? 1
