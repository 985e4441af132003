import { parseConfig, type ParsedConfig } from '../config/config.ts'
import { StartError } from '../config/startError.ts'
import { checkDatabase } from './database.ts'
import { missing, type Finding } from './findings.ts'
import { checkProviders } from './providers.ts'
import { checkSettings } from './settings.ts'

/**
 * `npm run doctor`: says line by line what this environment and its database lack for production. It changes nothing.
 * Exits with code 1 when something is missing.
 */
const findings = await examine()
const count = findings.filter(({ grade }) => grade === 'missing').length
const lines = [
  ...findings.map(({ grade, text }) => `${grade.padEnd(8)}${text}`),
  count === 0 ? 'Nothing is missing for production.' : `${count} missing for production.`,
]
// The program's output, not a log. It exits when everything is written: a pipe may be slow.
process.stdout.write(`${lines.join('\n')}\n`, () => process.exit(count === 0 ? 0 : 1))

async function examine(): Promise<Finding[]> {
  let parsed: ParsedConfig
  try {
    parsed = parseConfig(process.env)
    const settings = [...checkSettings(parsed), ...checkProviders(parsed)]
    const { databaseUrl } = parsed.config
    if (databaseUrl === undefined) return settings
    // Without a key of its own, a server takes one from its data folder.
    const given = parsed.secrets.encryptionKey === undefined ? undefined : parsed.secrets
    return [...settings, ...(await checkDatabase(databaseUrl, given))]
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return [missing(`a valid environment: ${error.message}`)]
  }
}
