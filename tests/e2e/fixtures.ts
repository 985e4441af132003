import { withMotion } from '#qa/test.ts'
import { isWhole } from '../scope.ts'

export { expect } from '@playwright/test'
export { test, withMotion, withOwnBrowser } from '#qa/test.ts'

/** For specs of the games, which are drawn with their motion in `npm run test:rest`; in `npm test` those that are about it are. */
export const withGameMotion = isWhole ? withMotion : {}
