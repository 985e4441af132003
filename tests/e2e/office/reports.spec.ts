import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expectAccessible } from '../axe.ts'
import { playerUrl } from './players.ts'
