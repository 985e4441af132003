export { expect } from '@playwright/test'
export { test, withMotion, withOwnBrowser } from '#qa/test.ts'
