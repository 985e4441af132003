import type { Dictionary } from '../pt-BR/index.ts'
import { access } from './access.ts'
import { compliance, complianceCallTexts } from './compliance.ts'
import { content } from './content.ts'
import { data } from './data.ts'
import { money, moneyCalls } from './money.ts'
import { permissions } from './permissions.ts'
import { playerCalls, players } from './players.ts'
import { reports } from './reports.ts'
import { settings } from './settings.ts'
import { shell } from './shell.ts'
import { sports } from './sports.ts'
import { support, supportCallTexts } from './support.ts'
import { venue, venueCallTexts } from './venue.ts'

export const dictionary: Dictionary = {
  ...shell,
  ...access,
  ...permissions,
  ...players,
  ...money,
  ...settings,
  ...content,
  ...data,
  ...sports,
  ...reports,
  ...support,
  ...venue,
  ...compliance,
  calls: {
    ...access.calls,
    ...playerCalls,
    ...moneyCalls,
    ...supportCallTexts,
    ...venueCallTexts,
    ...complianceCallTexts,
  },
}
