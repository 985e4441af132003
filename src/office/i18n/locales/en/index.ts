import type { Dictionary } from '../pt-BR/index.ts'
import { access } from './access.ts'
import { permissions } from './permissions.ts'
import { shell } from './shell.ts'
import { sports } from './sports.ts'

export const dictionary: Dictionary = { ...shell, ...access, ...permissions, ...sports }
