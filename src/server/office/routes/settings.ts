import { settingsCalls, type OfficeSettings } from '#contract/office/settings.ts'
import * as schema from '#contract/office/settings.schema.ts'
import { isWeaker } from '../../domain/installation/fourEyes.ts'
import { lockSettings, readSettings, writeSettings } from '../../domain/installation/settings.ts'
import { officeAction } from '../endpoints/officeAction.ts'
import { officeRead } from '../endpoints/officeRead.ts'
import { refuseChanged } from '../endpoints/refuseChanged.ts'
import type { Office } from '../endpoints/office.ts'
import { presentSettings, toSettings } from '../presenters/settings.ts'

export function registerSettings(office: Office): void {
  const { deps } = office

  officeRead(office, settingsCalls.get, {}, async () => presentSettings(await readSettings(deps.db)))

  officeAction(
    office,
    settingsCalls.change,
    { body: schema.change },
    {
      async secondPerson({ tx, body }) {
        const { fourEyes } = body.settings
        await lockSettings(tx)
        const before = await readSettings(tx)
        refuseChanged(body.seen, presentSettings(before))
        if (!fourEyes || !isWeaker(before.fourEyes, fourEyes)) return undefined
        return { subject: { kind: 'settings', id: 'fourEyes' }, amountCents: null }
      },
      async run({ tx, body }) {
        await lockSettings(tx)
        const before = presentSettings(await readSettings(tx))
        refuseChanged(body.seen, before)
        await writeSettings(tx, toSettings(body.settings))
        const answer = presentSettings(await readSettings(tx))
        const changed = Object.keys(body.settings) as (keyof OfficeSettings)[]
        return {
          answer,
          subject: { kind: 'settings', id: changed.join(' ') },
          before: pick(before, changed),
          after: pick(answer, changed),
        }
      },
    },
  )
}

function pick(settings: OfficeSettings, keys: (keyof OfficeSettings)[]): Partial<OfficeSettings> {
  return Object.fromEntries(keys.map((key) => [key, settings[key]]))
}
