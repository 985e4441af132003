import type { Dictionary } from '../pt-BR/index.ts'
import { access } from './access.ts'
import { content } from './content.ts'
import { permissions } from './permissions.ts'
import { shell } from './shell.ts'

export const dictionary: Dictionary = { ...shell, ...access, ...permissions, ...content }
