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
  const { email, name } = await person(values)
  const { link, expiresAt } = await onDatabase((db) => create(db, { email, name }))
  // The program's output, not a log.
  process.stdout.write(
    `${name} is an administrator. This link works once, until ${expiresAt.toISOString()}:\n${link}\n`,
  )
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

/** From the command line, and what is not there from the terminal. */
async function person(words: { email?: string; name?: string }): Promise<{ email: string; name: string }> {
  const questions = words.email === undefined || words.name === undefined ? openQuestions() : undefined
  const answer = async (word: string | undefined, question: string) =>
    word ?? (await questions?.ask(question)) ?? ''
  try {
    const email = await answer(words.email, 'E-mail: ')
    const name = await answer(words.name, 'Name: ')
    return {
      email: checked(email, /^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'This is not an e-mail'),
      name: checked(name, /^.{2,80}$/, 'A name has 2 to 80 characters'),
    }
  } finally {
    // An open terminal would keep the program.
    questions?.close()
  }
}

function checked(value: string, format: RegExp, complaint: string): string {
  const text = value.trim()
  if (!format.test(text)) throw new StartError(`${complaint}: ${text}`)
  return text
}

/** Asks on the terminal, and reads line by line, so that the answers may also come from a file. */
function openQuestions(): { ask(question: string): Promise<string>; close(): void } {
  const terminal = createInterface({ input: process.stdin })
  const lines = terminal[Symbol.asyncIterator]()
  return {
    async ask(question) {
      process.stderr.write(question)
      const { value, done } = await lines.next()
      if (done) throw new StartError(usage)
      return value
    },
    close: () => terminal.close(),
  }
}

async function onDatabase<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const { databaseUrl, dataDir } = parseConfig(process.env).config
  const embedded = databaseUrl === undefined ? await startEmbedded(dataDir) : undefined
  const db = createDb(databaseUrl ?? embedded?.url ?? '', {
    name: 'staff',
    max: 1,
    maxReads: 1,
    outageMs: 4_000,
  })
  try {
    const tables = await db.read(
      `select 1 from pg_tables where schemaname = 'public' and tablename = 'migrations'`,
    )
    const missing = tables.length === 0 ? ['all migrations'] : await missingScripts(db)
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
