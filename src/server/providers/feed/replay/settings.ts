import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FeedSettings } from '../../../config/feedSettings.ts'
import { StartError } from '../../../config/startError.ts'

export interface ReplaySettings {
  /** The files of the recording, in their order. */
  files: string[]
  /** How many times faster than it was recorded. */
  speed: number
}

/** Throws a StartError that says what is missing. */
export function readReplaySettings({ folder, speed }: FeedSettings['replay']): ReplaySettings {
  if (folder === undefined) throw new StartError('FEED_FOLDER must be set for FEED_PROVIDER replay')
  if (!existsSync(folder)) throw new StartError(`FEED_FOLDER ${folder} does not exist`)
  const names = readdirSync(folder).filter((name) => name.endsWith('.jsonl'))
  if (names.length === 0) throw new StartError(`FEED_FOLDER ${folder} has no recording (*.jsonl)`)
  return { files: names.toSorted().map((name) => join(folder, name)), speed }
}
