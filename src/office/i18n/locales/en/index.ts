import type { Dictionary } from '../pt-BR/index.ts'
import { access } from './access.ts'
import { content } from './content.ts'
import { money, moneyCalls } from './money.ts'
import { permissions } from './permissions.ts'
import { playerCalls, players } from './players.ts'
import { reports } from './reports.ts'
import { settings } from './settings.ts'
import { shell } from './shell.ts'
import { sports } from './sports.ts'

export const dictionary: Dictionary = {
  ...shell,
  ...access,
  ...permissions,
  ...money,
  ...players,
  ...settings,
  ...content,
  ...sports,
  ...reports,
  calls: { ...access.calls, ...moneyCalls, ...playerCalls },
}
