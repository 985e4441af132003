import { failedPage } from '#qa/failedPage.ts'

/** The fields of Playwright's JSON report that we read: results, reasons and durations. */
export interface Suite {
  suites?: Suite[]
  specs?: {
    title: string
    file?: string
    tests: {
      projectName: string
      status: string
      annotations: { type: string; description?: string }[]
      results?: { duration: number; errors?: { message?: string }[] }[]
    }[]
  }[]
}

export interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites: Suite[]
}

/** Every skipped test with its reason; null if it gives none. */
export function skippedTests(suites: readonly Suite[]): { test: string; reason: string | null }[] {
  return suites.flatMap(({ suites: inner = [], specs = [] }) => [
    ...specs.flatMap(({ title, tests }) =>
      tests
        .filter(({ status }) => status === 'skipped')
        .map(({ projectName, annotations }) => ({
          test: `[${projectName}] ${title}`,
          reason: annotations.find(({ type }) => type === 'skip')?.description ?? null,
        })),
    ),
    ...skippedTests(inner),
  ])
}

/** Every test that failed, with the messages of all its errors, soft ones included, and its page. */
export function failedTests(suites: readonly Suite[]): { test: string; message: string }[] {
  return suites.flatMap(({ suites: inner = [], specs = [] }) => [
    ...specs.flatMap(({ title, file, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ projectName, annotations, results = [] }) => ({
          test: `[${projectName}] ${file ?? ''} › ${title}`,
          message: [
            ...results.flatMap(({ errors = [] }) => errors.map(({ message }) => message ?? 'no message')),
            ...annotations.flatMap(({ type, description = '' }) =>
              type === failedPage ? [description] : [],
            ),
          ].join('\n'),
        })),
    ),
    ...failedTests(inner),
  ])
}

/** Every test with the seconds that it took, its fixtures included. */
export function testTimes(suites: readonly Suite[]): { test: string; seconds: number }[] {
  return suites.flatMap(({ suites: inner = [], specs = [] }) => [
    ...specs.flatMap(({ title, file, tests }) =>
      tests.map(({ projectName, results = [] }) => ({
        test: `[${projectName}] ${file ?? ''} › ${title}`,
        seconds: results.reduce((total, { duration }) => total + duration, 0) / 1000,
      })),
    ),
    ...testTimes(inner),
  ])
}
