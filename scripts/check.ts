/** `npm run check`: format, lint, types and unit tests, side by side. Exits with 1 when one of them fails. */
import { checkParts } from './testRun/checkParts.ts'
import { runSideBySide, sum } from './testRun/parts.ts'

const began = Date.now()
const { failed } = sum(await runSideBySide(checkParts()))
console.log(`${((Date.now() - began) / 1000).toFixed(1)} s`)
process.exit(failed > 0 ? 1 : 0)
