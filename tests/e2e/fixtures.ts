import { test as base } from '#qa/test.ts'
import type { ServerOptions } from './hostOptions.ts'

export { expect } from '@playwright/test'
export { withMotion, withOwnBrowser } from '#qa/test.ts'

/** The kit's `test`, with the other servers of this run. */
export const test = base.extend<Omit<ServerOptions, 'serverUrl' | 'sandboxToken'>>({
  brazilUrl: ['', { option: true }],
  doubleUrl: ['', { option: true }],
})
