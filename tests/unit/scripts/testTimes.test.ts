import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { CpuGroup } from '../../../scripts/testRun/CpuGroup.ts'
import { budgetWarning, timesTable } from '../../../scripts/testRun/times.ts'

const result = (name: string, cpuSeconds: number | undefined) => ({
  name,
  seconds: 60,
  cpuSeconds,
  passed: 1,
  failed: 0,
  skipped: 0,
})

test('the table sums the CPU time of the parts, and says where it was not counted', () => {
  expect(timesTable([result('web', 100.04), result('office', 20)], 70)).toContain(
    '| everything | 2 | 0 | 0 | 70.0 | 120.0 |',
  )
  expect(timesTable([result('web', 100), result('office', undefined)], 70)).toContain(
    '| everything | 2 | 0 | 0 | 70.0 | – |',
  )
})

test('only a run above its budget is warned of', () => {
  expect(budgetWarning([result('web', 1_000), result('office', 600)])).toBeUndefined()
  expect(budgetWarning([result('web', 1_000), result('office', 800)])).toContain('30.0 CPU minutes')
  expect(budgetWarning([result('web', 5_000), result('office', undefined)])).toBeUndefined()
})

test('a group counts what outlives its parent, too', ({ skip }) => {
  const group = CpuGroup.create('unit test')
  if (!group) return skip('this user may make no control group')
  const busy = 'const end = process.cpuUsage().user + 200_000; while (process.cpuUsage().user < end);'
  const orphan = `(${JSON.stringify(process.execPath)} -e '${busy}'; echo over) &`
  const [command, args] = group.wrap('sh', ['-c', orphan])
  // Returns when the orphan has closed its output.
  expect(spawnSync(command, args, { encoding: 'utf8' }).stdout).toBe('over\n')
  expect(group.end()).toBeGreaterThan(0.15)
})
