import type { Sport } from '#contract/rules/sports.ts'
import type { FeedSource } from './FeedSource.ts'
import { scriptOf, type Script } from './scripts.ts'
import { SimulatedSource } from './SimulatedSource.ts'
import { StoredSource } from './store/StoredSource.ts'

/** What the sandbox needs of a source to direct its matches. */
export interface Scriptable {
  /** Ids of a sport's matches that the sandbox has scripted, also of those that no list has. */
  scriptedIds(sport: Sport): string[]
  /** The script that freezes a match in its current state; undefined for an unknown id. */
  frozen(id: string, now: Date): Script | undefined
  /** Whether the match goes on without a script. */
  goesOn(id: string, now: Date): boolean
}

/** The scripts of a source. Throws for one that has none. */
export function scriptableOf(source: FeedSource): Scriptable {
  if (source instanceof SimulatedSource) return ofCalendar(source)
  if (source instanceof StoredSource && source.scripts) return ofStore(source, source.scripts)
  throw new Error(`the feed ${source.name} cannot be scripted`)
}

function ofCalendar({ feed }: SimulatedSource): Scriptable {
  return {
    scriptedIds: (sport) => feed.scriptedIds(sport),
    frozen(id, now) {
      const snapshot = feed.snapshot(id, now)
      const history = { events: feed.events(id, now), statistics: feed.statistics(id, now) }
      return snapshot && scriptOf(snapshot, history, now.getTime())
    },
    goesOn: (id, now) => feed.isInCalendar(id, now),
  }
}

function ofStore({ memory }: StoredSource, { feed }: SimulatedSource): Scriptable {
  return {
    scriptedIds: (sport) => feed.scriptedIds(sport),
    frozen(id, now) {
      const snapshot = memory.snapshot(id, now)
      const match = memory.match(id, now)
      if (!snapshot || !match) return undefined
      const history = { events: memory.events(id), statistics: memory.statistics(id) }
      const options = memory
        .markets(match, now)
        .flatMap((market) => market.options)
        .filter(({ isClosed }) => !isClosed)
      return {
        ...scriptOf({ ...snapshot, version: match.version }, history, now.getTime()),
        // Its prices stay as the provider has told them, until the script changes them.
        odds: Object.fromEntries(options.map(({ key, odds }) => [key, odds])),
      }
    },
    goesOn: (id) => memory.stored(id) !== undefined,
  }
}
