/** The parts of Playwright's JSON report that say what was skipped. */
export interface Suite {
  suites?: Suite[]
  specs?: {
    title: string
    tests: {
      projectName: string
      status: string
      annotations: { type: string; description?: string }[]
    }[]
  }[]
}

/** Every skipped test with the reason that it gives; null: it gives none. */
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
