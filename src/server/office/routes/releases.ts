import { releaseCalls } from '#contract/office/releases.ts'
import { readOfferedRelease } from '../../domain/terminals/releases.ts'
import { officeRead } from '../endpoints/officeRead.ts'
import type { Office } from '../endpoints/office.ts'

/** What the terminals are offered, and what they run. A release is published by `npm run release`, not here. */
export function registerReleases(office: Office): void {
  const { deps } = office
  officeRead(office, releaseCalls.get, {}, async () => {
    const offered = await readOfferedRelease(deps.config)
    const versions = await deps.db.read<{ version: string | null; terminals: number }>(
      `select health ->> 'version' as version, count(*)::int as terminals from terminals
        where public_key is not null and revoked_at is null group by 1 order by 2 desc, 1`,
    )
    return {
      release: offered && { ...offered, at: offered.at.toISOString() },
      versions,
    }
  })
}
