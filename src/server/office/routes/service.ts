import { serviceCalls, type ServiceState } from '#contract/office/service.ts'
import * as schema from '#contract/office/service.schema.ts'
import type { ServiceClosure } from '../../config/settings.ts'
import type { Reader, Tx } from '../../db/client.ts'
import { readSettings, writeSetting } from '../../domain/installation/settings.ts'
import { isClosedAt } from '../../domain/protection/serviceClosure.ts'
import type { AuditedChange } from '../audit/writeAudit.ts'
import type { Office } from '../endpoints/office.ts'
import { officeAction } from '../endpoints/officeAction.ts'
import { officeRead } from '../endpoints/officeRead.ts'

/** Closes the service for players, and opens it. Every process knows of it within a second. */
export function registerService(office: Office): void {
  const { deps } = office

  officeRead(office, serviceCalls.get, {}, () => read(deps.db))

  officeAction(
    office,
    serviceCalls.close,
    { body: schema.close },
    {
      run: ({ tx, body: { from, until, texts } }) =>
        change(tx, {
          from: (from === null ? deps.clock.now() : new Date(from)).toISOString(),
          until: until && new Date(until).toISOString(),
          texts,
        }),
    },
  )

  officeAction(office, serviceCalls.open, { body: schema.open }, { run: ({ tx }) => change(tx, null) })

  async function change(
    tx: Tx,
    closure: ServiceClosure | null,
  ): Promise<AuditedChange & { answer: ServiceState }> {
    const before = await read(tx)
    await writeSetting(tx, 'serviceClosure', closure)
    // This process knows at once; the others look within a second.
    tx.afterCommit(() => deps.settings.forget())
    const answer = await read(tx)
    return { answer, subject: { kind: 'service', id: 'service' }, before, after: answer }
  }

  async function read(db: Reader): Promise<ServiceState> {
    const { serviceClosure } = await readSettings(db)
    return {
      id: 'service',
      closure: serviceClosure,
      isClosed: serviceClosure !== null && isClosedAt(serviceClosure, deps.clock.now()),
    }
  }
}
