import type { RemoteConfig } from '#contract/terminal.ts'
import { terminalCalls, type TerminalFilter, type TerminalRow } from '#contract/office/terminals.ts'
import * as schema from '#contract/office/terminals.schema.ts'
import type { SqlValue, Tx } from '../../db/client.ts'
import { readCrash } from '../../domain/terminals/crashes.ts'
import { readScreenshot } from '../../domain/terminals/screenshots.ts'
import {
  commandTerminal,
  createTerminal,
  issueCode,
  lockTerminal,
  oldestContact,
  readTerminal,
  terminalParameters,
  terminalsSql,
  toTerminal,
  type Terminal,
  type TerminalCommand,
  type TerminalRow as TerminalDbRow,
} from '../../domain/terminals/terminals.ts'
import { officeAction } from '../endpoints/officeAction.ts'
import { officeList, type ListInput } from '../endpoints/officeList.ts'
import { officeRead } from '../endpoints/officeRead.ts'
import { refuseChanged } from '../endpoints/refuseChanged.ts'
import type { Office } from '../endpoints/office.ts'
import { escapeLike } from './withdrawals.ts'

/** The venue's terminals: their health, and orders that they get with their next call. */
export function registerTerminals(office: Office): void {
  const { deps } = office

  officeList(office, terminalCalls.list, {
    filter: schema.filter,
    select: terminalsSql,
    parameters: ({ now }) => terminalParameters(now),
    conditions,
    sorts: { name: 'name', lastSeenAt: 'last_seen_at' },
    id: 'id',
    idOf: ({ id }: TerminalDbRow) => id,
    present: (row: TerminalDbRow, { now }) => present(toTerminal(row, now)),
  })

  officeRead(office, terminalCalls.get, { params: schema.byId }, async ({ params }) =>
    present(await readTerminal(deps, deps.db, params.id)),
  )

  officeRead(office, terminalCalls.picture, { params: schema.byId }, async ({ params }) => ({
    image: (await readScreenshot(deps, params.id)).toString('base64'),
  }))

  officeRead(
    office,
    terminalCalls.crash,
    schema.crash,
    async ({ query }) => ({ dump: (await readCrash(deps, query.crash)).toString('base64') }),
    ({ params }) => subjectOf(params.id),
  )

  officeAction(office, terminalCalls.create, schema.create, {
    async run({ tx, body }) {
      const id = await createTerminal(deps, tx, body.name)
      return {
        answer: await codeOf(tx, id),
        subject: subjectOf(id),
        before: null,
        after: { name: body.name },
      }
    },
  })

  officeAction(
    office,
    terminalCalls.issueCode,
    { params: schema.byId },
    {
      run: async ({ tx, params }) => ({ answer: await codeOf(tx, params.id), subject: subjectOf(params.id) }),
    },
  )

  const byId = { params: schema.byId }
  const ordered = (command: 'restart' | 'screenshot' | 'inService') => ({
    run: ({ tx, params }: { tx: Tx; params: { id: string } }) => change(tx, params.id, { command }),
  })
  officeAction(office, terminalCalls.restart, byId, ordered('restart'))
  officeAction(office, terminalCalls.screenshot, byId, ordered('screenshot'))
  officeAction(office, terminalCalls.inService, byId, ordered('inService'))

  officeAction(office, terminalCalls.outOfService, schema.withReason, {
    run: ({ tx, params }) => change(tx, params.id, { command: 'outOfService' }),
  })

  officeAction(office, terminalCalls.configure, schema.configure, {
    async run({ tx, params, body: { config, seen } }) {
      await lockTerminal(tx, params.id)
      return change(tx, params.id, { command: 'configure', config }, (before) => {
        if (seen) refuseChanged<{ config: unknown }>({ config: seen }, { config: before.config })
      })
    },
  })

  officeAction(office, terminalCalls.revoke, schema.withReason, {
    run: ({ tx, params }) => change(tx, params.id, { command: 'revoke' }),
  })

  async function codeOf(tx: Tx, id: string) {
    const { code, expiresAt } = await issueCode(deps, tx, id)
    return { id, code, expiresAt: expiresAt.toISOString() }
  }

  async function change(
    tx: Tx,
    id: string,
    command: TerminalCommand,
    check: (before: Terminal) => void = () => undefined,
  ) {
    const before = await readTerminal(deps, tx, id)
    check(before)
    await commandTerminal(deps, tx, id, command)
    const after = await readTerminal(deps, tx, id)
    const audited = ({ name, state, inService, config }: Terminal) => ({ name, state, inService, config })
    return {
      answer: present(after),
      subject: subjectOf(id),
      before: audited(before),
      after: audited(after),
    }
  }
}

function conditions(
  { q, state }: TerminalFilter,
  value: (parameter: SqlValue) => string,
  { now }: ListInput,
): string[] {
  const found: string[] = []
  if (q !== undefined) found.push(`name ilike ${value(`%${escapeLike(q)}%`)}`)
  if (state === 'revoked') found.push('revoked_at is not null')
  else if (state !== undefined) found.push('revoked_at is null')
  if (state === 'new') found.push('public_key is null')
  if (state === 'online' || state === 'offline') {
    const isOnline = `coalesce(last_seen_at >= ${value(oldestContact(now))}, false)`
    found.push('public_key is not null', state === 'online' ? isOnline : `not ${isOnline}`)
  }
  return found
}

function present(terminal: Terminal): TerminalRow {
  const { inService, lastSeenAt, screenshotAt, config, ...rest } = terminal
  return {
    ...rest,
    isInService: inService,
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
    screenshotAt: screenshotAt?.toISOString() ?? null,
    // Checked when it was stored.
    config: config as RemoteConfig,
  }
}

function subjectOf(id: string) {
  return { kind: 'terminal', id }
}
