import { afterAll, onTestFinished, TestRunner } from 'vitest'

/**
 * Cleans up after the running test, or after its file where none runs. `afterAll` within a test does nothing: servers
 * would stay, each with its connections, until the worker ends.
 */
export function atEnd(work: () => Promise<unknown>): void {
  if (TestRunner.getCurrentTest()) onTestFinished(async () => void (await work()))
  else afterAll(async () => void (await work()))
}
