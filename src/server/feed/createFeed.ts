import type { FeedProvider } from '../providers/feed/FeedProvider.ts'
import type { FeedSource } from './FeedSource.ts'
import { SimulatedSource } from './SimulatedSource.ts'
import type { FeedStoreDeps } from './store/FeedStore.ts'
import { StoredSource } from './store/StoredSource.ts'

/** The source of this process: the store of what `provider` tells, or without one the simulated calendar. */
export function createFeedSource(
  deps: FeedStoreDeps,
  { feedProvider, isSandbox }: { feedProvider: FeedProvider | undefined; isSandbox: boolean },
): FeedSource {
  return feedProvider ? new StoredSource(deps, feedProvider, { isSandbox }) : new SimulatedSource(deps)
}
