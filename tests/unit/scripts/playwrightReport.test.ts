import { expect, it } from 'vitest'
import { failedTests, skippedTests, testTimes } from '../../../scripts/testRun/playwrightReport.ts'

const test = (status: string, annotations: { type: string; description?: string }[] = []) => ({
  projectName: 'electron',
  status,
  annotations,
})

it('lists skipped tests at any depth, with their reason if there is one', () => {
  const inner = {
    specs: [{ title: 'tabs', tests: [test('skipped', [{ type: 'skip', description: 'no tabs' }])] }],
  }
  const suites = [
    { suites: [inner], specs: [{ title: 'played', tests: [test('expected')] }] },
    { specs: [{ title: 'silent', tests: [test('skipped', [{ type: 'skip' }])] }] },
  ]
  expect(skippedTests(suites)).toEqual([
    { test: '[electron] tabs', reason: 'no tabs' },
    { test: '[electron] silent', reason: null },
  ])
})

it('lists the time of every test, at any depth', () => {
  const slow = {
    projectName: 'web',
    status: 'expected',
    annotations: [],
    results: [{ duration: 1500 }, { duration: 500 }],
  }
  const suites = [{ suites: [{ specs: [{ title: 'waits', file: 'double.spec.ts', tests: [slow] }] }] }]
  expect(testTimes(suites)).toEqual([{ test: '[web] double.spec.ts › waits', seconds: 2 }])
})

it('lists failed tests, with every message', () => {
  const failed = {
    projectName: 'web',
    status: 'unexpected',
    annotations: [],
    results: [{ duration: 1, errors: [{ message: 'too wide' }, { message: 'timed out' }] }],
  }
  const suites = [
    { suites: [{ specs: [{ title: 'fits', file: 'a.spec.ts', tests: [failed, test('expected')] }] }] },
  ]
  expect(failedTests(suites)).toEqual([{ test: '[web] a.spec.ts › fits', message: 'too wide\ntimed out' }])
})
