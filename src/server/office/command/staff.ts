import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { parseConfig } from '../../config/config.ts'
import { StartError } from '../../config/startError.ts'
import { createDb, type Db } from '../../db/client.ts'
import { startEmbedded } from '../../db/embedded.ts'
import { missingScripts } from '../../db/migrate.ts'
import { systemClock } from '../../time/clock.ts'
import { writeAudit } from '../audit/writeAudit.ts'
import { createLink } from '../identity/links.ts'
import { addStaffMember } from '../identity/staff.ts'
import { OfficeRefusal } from '../texts/officeRefusal.ts'
import { officeErrorText } from '../texts/texts.ts'

const usage = `staff create [--email ADDRESS] [--name NAME]

Makes an administrator of the back office and prints a one-time link, which sets a password and a second factor. It asks for
what is not given. Run it in the environment of the server; without DATABASE_URL, while the server is stopped.`

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { email: { type: 'string' }, name: { type: 'string' }, help: { type: 'boolean' } },
  })
  if (values.help || positionals.join(' ') !== 'create') throw new StartError(usage)
  const ask = questions()
  const email = checked(
    values.email ?? (await ask('E-mail: ')),
    /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
    'This is not an e-mail',
  )
  const name = checked(values.name ?? (await ask('Name: ')), /^.{2,80}$/, 'A name has 2 to 80 characters')
  const { link, expiresAt } = await onDatabase((db) => create(db, { email, name }))
  // The program's output, not a log.
  process.stdout.write(
    `${name} is an administrator. This link works once, until ${expiresAt.toISOString()}:\n${link}\n`,
  )
  // An open terminal would keep the program.
  process.stdin.unref()
} catch (error) {
  if (!(error instanceof Error) || !isExpected(error)) throw error
  const text = error instanceof OfficeRefusal ? officeErrorText('en', error.code) : error.message
  process.stderr.write(`${text}\n`)
  process.exitCode = 2
}

function isExpected(error: Error & { code?: string }): boolean {
  return (
    error instanceof StartError ||
    error instanceof OfficeRefusal ||
    (error.code ?? '').startsWith('ERR_PARSE_ARGS')
  )
}

function checked(value: string, format: RegExp, complaint: string): string {
  const text = value.trim()
  if (!format.test(text)) throw new StartError(`${complaint}: ${text}`)
  return text
}

/** Asks on the terminal, and reads line by line, so that the answers may also come from a file. */
function questions(): (question: string) => Promise<string> {
  let lines: AsyncIterator<string> | undefined
  return async (question) => {
    lines ??= createInterface({ input: process.stdin })[Symbol.asyncIterator]()
    process.stderr.write(question)
    const { value, done } = await lines.next()
    if (done) throw new StartError(usage)
    return value
  }
}

async function onDatabase<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const { databaseUrl, dataDir } = parseConfig(process.env).config
  const embedded = databaseUrl === undefined ? await startEmbedded(dataDir) : undefined
  const db = createDb(databaseUrl ?? embedded?.url ?? '', { max: 1, maxReads: 1, outageMs: 4_000 })
  try {
    const missing = await missingScripts(db)
    if (missing.length > 0)
      throw new StartError(`The database lacks ${missing.join(', ')}: start a server on it first.`)
    return await work(db)
  } finally {
    await db.close()
    await embedded?.stop()
  }
}

async function create(db: Db, { email, name }: { email: string; name: string }) {
  const { officeUrl, officePort, host } = parseConfig(process.env).config
  const address = officeUrl ?? (officePort ? `http://${host}:${officePort}` : undefined)
  if (address === undefined)
    throw new StartError('OFFICE_URL is not set: the address at which staff reach the back office.')
  const deps = { clock: systemClock }
  return db.tx(async (tx) => {
    const member = await addStaffMember(deps, tx, { email, name, role: 'administrator' })
    const made = await createLink(deps, tx, {
      staffId: member.id,
      purpose: 'invitation',
      officeUrl: address,
    })
    await writeAudit(tx, {
      at: deps.clock.now(),
      actor: { staffId: null, staffName: 'command line', role: null, address: null, requestId: null },
      action: 'staff.create',
      subject: { kind: 'staff', id: member.id },
      after: { email: member.email, name: member.name, role: member.role },
    })
    return made
  })
}
