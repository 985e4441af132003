/**
 * `npm run deps`: checks every import against the rules of .dependency-cruiser.cjs and writes what it found to
 * artifacts/dependencies.txt: modules, imports, circles, and which folder imports which. Exits with 1 on a violation.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { cruiseAll } from './dependencies/cruise.ts'
import { reportOf, violationsOf } from './dependencies/report.ts'

const result = await cruiseAll(process.cwd())
const report = reportOf(result)
mkdirSync('artifacts', { recursive: true })
writeFileSync('artifacts/dependencies.txt', report)
const violations = violationsOf(result)
for (const violation of violations) console.error(`${violation}\n`)
console.log(report.split('\n')[0])
process.exit(violations.length > 0 ? 1 : 0)
