import type { Dictionary } from '../pt-BR/index.ts'
import { access } from './access.ts'
import { shell } from './shell.ts'

export const dictionary: Dictionary = { ...shell, ...access }
