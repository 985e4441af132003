import type { FeedSettings } from '../../../config/feedSettings.ts'
import { StartError } from '../../../config/startError.ts'

export interface IsportsAccess {
  /** The first is asked; the next one when it does not answer. */
  urls: readonly string[]
  key: string
  /** The bookmaker whose prices are taken. */
  companyId: string
  /** Undefined: all leagues. */
  leagues: readonly string[] | undefined
  /** Calls a day; undefined: as many as the intervals allow. */
  dailyCalls: number | undefined
}

/** Throws a StartError that names what is missing. */
export function readIsportsSettings(config: FeedSettings['isports']): IsportsAccess {
  const { urls, key, companyId, leagues, dailyCalls } = config
  const missing = Object.entries({ ISPORTS_KEY: key, ISPORTS_COMPANY: companyId })
    .filter(([, value]) => value === undefined)
    .map(([name]) => name)
  if (key === undefined || companyId === undefined)
    throw new StartError(`FEED_PROVIDER isports needs ${missing.join(', ')}`)
  return { urls, key, companyId, leagues, dailyCalls }
}
