/**
 * `npm run licences`: checks that every package that the product ships has a permissive licence and that
 * docs/licences.md lists it; `-- --write` writes the page. Exits with 1 otherwise.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatText } from './formatText.ts'
import { licencesPage, refusedLicences } from './supplyChain/licenceRules.ts'
import { importedPackages, shippedPackages, type Lock } from './supplyChain/shipped.ts'

const page = 'docs/licences.md'
const { packages: lock } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Lock }
const shipped = shippedPackages(lock, importedPackages('src'), statedLicence)
const refused = refusedLicences(shipped)
for (const reason of refused) console.error(reason)

const text = await formatText(page, licencesPage(shipped))
const isWriting = process.argv.includes('--write')
if (isWriting) writeFileSync(page, text)
const isListed = existsSync(page) && readFileSync(page, 'utf8') === text
if (!isListed) console.error(`${page} is not up to date: npm run licences -- --write`)
console.log(`${shipped.length} packages`)
process.exit(refused.length > 0 || !isListed ? 1 : 0)

/** Of a package whose entry in the lock file has none. */
function statedLicence(path: string): string | undefined {
  const file = join(path, 'package.json')
  if (!existsSync(file)) return undefined
  type Stated = { license?: string | { type?: string }; licenses?: { type?: string }[] }
  const { license, licenses } = JSON.parse(readFileSync(file, 'utf8')) as Stated
  return typeof license === 'string' ? license : (license?.type ?? licenses?.[0]?.type)
}
