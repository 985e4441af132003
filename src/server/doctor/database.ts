import { createDb, type Db } from '../db/client.ts'
import { countDeadJobs, countMails } from '../db/deadLetters.ts'
import { missingScripts } from '../db/migrate.ts'
import { deriveSecrets, newMasterKey, type GivenSecrets } from '../config/derivedSecrets.ts'
import { areKeysOf } from '../domain/installation/encryptionKey.ts'
import { advice, check, missing, ok, type Finding } from './findings.ts'

const oldestVersion = 150_000
const maxClockDifferenceMs = 1_000
/** Connections that one process opens: 20 for transactions, up to 8 for reads, a few for jobs and messages. */
const connectionsPerProcess = 32
/** Longer than the longest comparison, in ms. */
const auditMs = 48 * 3_600_000

/** What the database lacks for production. It only reads. */
export async function checkDatabase(url: string, given: GivenSecrets | undefined): Promise<Finding[]> {
  const db = createDb(url, {
    name: 'doctor',
    max: 1,
    maxReads: 1,
    limits: { statementMs: 5_000, lockMs: 5_000 },
  })
  try {
    return [...(await checkServer(db)), await checkMessages(db), ...(await checkSchema(db, given))]
  } catch (error) {
    return [missing(`the database: ${error instanceof Error ? error.message : String(error)}`)]
  } finally {
    await db.close()
  }
}

interface ServerRow {
  version: number
  standby: boolean
  fsync: string
  commit: string
  pages: string
  archive: string
  connections: number
  owner: boolean
  encrypted: boolean
  now: Date
}

async function checkServer(db: Db): Promise<Finding[]> {
  const [row] = await db.read<ServerRow>(`
    select current_setting('server_version_num')::integer as version, pg_is_in_recovery() as standby,
      current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
      current_setting('full_page_writes') as pages, current_setting('archive_mode') as archive,
      current_setting('max_connections')::integer as connections,
      exists (select from pg_roles r, pg_class c where r.rolname = current_user and c.relname in ('transfers', 'wallets')
        and (r.rolsuper or pg_has_role(c.relowner, 'member'))) as owner,
      coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) or inet_client_addr() is null
        as encrypted,
      clock_timestamp() as now`)
  if (!row) throw new Error('no answer')
  const difference = Math.abs(row.now.getTime() - Date.now())
  return [
    check(
      row.version >= oldestVersion,
      `PostgreSQL ${Math.floor(row.version / 10_000)}`,
      missing('PostgreSQL: 15 or newer'),
    ),
    check(!row.standby, 'the database is the primary', missing('the primary: this database is a standby')),
    check(
      row.fsync === 'on' && row.pages === 'on' && row.commit !== 'off',
      'a commit is on disk when it is acknowledged',
      missing('fsync, full_page_writes and synchronous_commit: money is lost with the power'),
    ),
    check(
      row.archive !== 'off',
      'the write-ahead log is archived',
      missing('archive_mode: without it a backup cannot be rolled forward to the moment before an accident'),
    ),
    check(
      row.connections >= connectionsPerProcess * 3,
      `${row.connections} connections are allowed`,
      advice(`max_connections: ${row.connections} are few; a process opens up to ${connectionsPerProcess}`),
    ),
    check(
      !row.owner,
      'the role of DATABASE_URL owns nothing',
      missing(
        'a role that owns nothing: DATABASE_URL has the owner or a superuser, which could change the ledger',
      ),
    ),
    check(
      row.encrypted,
      'the connection is encrypted or local',
      advice('TLS to the database: sslmode=verify-full'),
    ),
    check(
      difference < maxClockDifferenceMs,
      'the clocks agree',
      missing(`a common time: the database's clock differs by ${difference} ms`),
    ),
  ]
}

/** LISTEN needs a session: a pooler in transaction mode loses it. */
async function checkMessages(db: Db): Promise<Finding> {
  const channel = `palpite_doctor_${process.pid}`
  let stop: (() => Promise<void>) | undefined
  try {
    const arrived = new Promise<boolean>((resolve, reject) => {
      setTimeout(() => resolve(false), 3_000).unref()
      void db
        .listen(channel, () => resolve(true))
        .then(async (stopListening) => {
          stop = stopListening
          await db.write('select pg_notify($1, $2)', [channel, ''])
        })
        .catch(reject)
    })
    return check(
      await arrived,
      'messages between processes arrive',
      missing('LISTEN: a message did not arrive; DATABASE_URL must not be a pooler in transaction mode'),
    )
  } finally {
    await stop?.()
  }
}

async function checkSchema(db: Db, given: GivenSecrets | undefined): Promise<Finding[]> {
  const [{ exists } = { exists: false }] = await db.read<{ exists: boolean }>(
    `select to_regclass('migrations') is not null as exists`,
  )
  if (!exists) return [advice('the schema: the first start of a server creates it')]
  const scripts = await missingScripts(db)
  if (scripts.length > 0)
    return [advice(`${scripts.length} migrations: the next start of a server runs them`)]
  return [
    ok("the schema is this program's"),
    ...(await checkKey(db, given)),
    await checkAudit(db),
    ...(await checkDead(db)),
    await checkDifferences(db),
  ]
}

async function checkKey(db: Db, given: GivenSecrets | undefined): Promise<Finding[]> {
  if (!given) return []
  return [
    check(
      // Nothing is taken from the data folder's key: the one that counts is given.
      await areKeysOf(db, deriveSecrets(newMasterKey(), given)),
      'ENCRYPTION_KEY is the one of this database',
      missing('ENCRYPTION_KEY: this database was written with another one'),
    ),
    ...(given.previousKey === undefined
      ? []
      : [advice('ENCRYPTION_KEY_PREVIOUS: `npm run reseal -- --check` says when it is not needed any more')]),
  ]
}

/** What was given up and needs somebody to look. */
async function checkDead(db: Db): Promise<Finding[]> {
  const { dead } = await countMails(db)
  const jobs = Object.entries(await countDeadJobs(db)).filter(([, count]) => count > 0)
  return [
    check(
      dead === 0,
      'no e-mail was given up',
      advice(`${dead} e-mails were given up (table outbox, state dead; docs/operator.md, MailsGivenUp)`),
    ),
    ...jobs.map(([queue, count]) =>
      advice(`${count} jobs of ${queue} were given up (table pgboss.job; docs/operator.md, JobsGivenUp)`),
    ),
  ]
}

async function checkDifferences(db: Db): Promise<Finding> {
  const [row] = await db.read<{ count: number }>(
    `select count(*)::int as count from payment_differences where state = 'open'`,
  )
  const count = row?.count ?? 0
  return check(
    count === 0,
    'payments agree with the providers',
    missing(
      `agreement about ${count} payments with their providers: npm run reconcile says which and what to do`,
    ),
  )
}

async function checkAudit(db: Db): Promise<Finding> {
  const [row] = await db.read<{ finished_at: Date | null; accounts: number; cents: number }>(`
    select finished_at, (select count(*) from wallet_differences) as accounts,
      (select coalesce(sum(abs(wallet - ledger)), 0)::bigint from wallet_differences) as cents
    from wallet_audit`)
  if (!row) throw new Error('no row in wallet_audit')
  if (row.accounts > 0)
    return missing(
      `${row.cents} cents: ${row.accounts} accounts differ from the ledger (table wallet_differences)`,
    )
  const age = row.finished_at === null ? Infinity : Date.now() - row.finished_at.getTime()
  return check(
    age < auditMs,
    'all wallets agree with the ledger',
    advice('a comparison of all wallets with the ledger: none has ended within two days'),
  )
}
