/** `npm test` after the builds: the structure of every page in them (structure.ts). Needs no Java; `npm run validate` does. */
import { readFileSync } from 'node:fs'
import { builtPages } from './builtPages.ts'
import { structureFindings } from './structure.ts'

const { files, missing } = builtPages()
const findings: string[] = missing.map((folder) => `${folder} is missing: build it first`)
for (const file of files)
  for (const finding of await structureFindings(readFileSync(file, 'utf8')))
    findings.push(`${file}: ${finding}`)
for (const finding of findings) console.error(finding)
console.log(`${files.length} pages, ${findings.length} findings`)
process.exit(findings.length === 0 ? 0 : 1)
