import { withoutRivals } from '#contract/rules/rivalBrands.ts'
import type { Sport } from '#contract/rules/sports.ts'
import type { Db } from '../../db/client.ts'
import type { ToldFixture } from '../../providers/feed/FeedProvider.ts'

/** Broadcast to every process when staff have changed a name. */
export const feedNamesChanged = 'internal:feedNames'

export const nameKinds = ['league', 'team', 'player', 'country'] as const
export type NameKind = (typeof nameKinds)[number]

interface Seen {
  kind: NameKind
  id: string
  sport: Sport | ''
  sourceName: string
  country: string
  name: string | null
}

/** The names of a provider's leagues and teams: its own, and those that are shown instead. */
export class FeedNames {
  readonly #db: Db
  readonly #provider: string
  /** By kind and id what the provider calls it. */
  readonly #sources = new Map<string, string>()
  /** By sport the names of leagues that are shown, with the league's id. */
  readonly #leagues = new Map<string, string>()

  constructor(db: Db, provider: string) {
    this.#db = db
    this.#provider = provider
  }

  /** The names that are shown instead of the provider's, by `kind:id`, and when one was changed last (ms since 1970). */
  async shown(): Promise<{ names: Map<string, string>; changedAt: number }> {
    const rows = await this.#db.read<{ kind: string; id: string; name: string; changed_at: Date }>(
      'select kind, id, name, changed_at from feed_names where provider = $1 and name is not null',
      [this.#provider],
    )
    const [last] = await this.#db.read<{ at: Date | null }>(
      'select max(changed_at) as at from feed_names where provider = $1 and changed_by is not null',
      [this.#provider],
    )
    return {
      names: new Map(rows.map(({ kind, id, name }) => [`${kind}:${id}`, name])),
      changedAt: last?.at?.getTime() ?? 0,
    }
  }

  /** Reads what is known, before the first fixture. */
  async load(): Promise<void> {
    const rows = await this.#db.read<{
      kind: string
      id: string
      sport: string
      source_name: string
      shown: string
    }>(
      'select kind, id, sport, source_name, coalesce(name, source_name) as shown from feed_names where provider = $1',
      [this.#provider],
    )
    // What an earlier run has seen may not have been stored.
    this.#sources.clear()
    this.#leagues.clear()
    for (const { kind, id, sport, source_name, shown } of rows) {
      this.#sources.set(`${kind}:${id}`, source_name)
      if (kind === 'league') this.#leagues.set(`${sport} ${shown}`, id)
    }
  }

  /**
   * Stores the names of these fixtures that are new. A league gets its country beside its name where another one of its
   * sport has that name, because boards and rules of the trading desk know leagues by name; the brand of another house in it
   * is left out. Returns whether a new one is shown by another name than the provider's.
   */
  async add(fixtures: readonly ToldFixture[], now: Date): Promise<boolean> {
    const seen = fixtures.flatMap(({ sport, league, home, away }): Seen[] => [
      ...this.#seenLeague(sport, league),
      ...this.#seen({ kind: 'country', sport: '', ...league.country }),
      ...this.#seen({ kind: 'team', sport, ...home }),
      ...this.#seen({ kind: 'team', sport, ...away }),
    ])
    if (seen.length === 0) return false
    await this.#db.write(
      `insert into feed_names (provider, kind, id, sport, source_name, country, name, changed_at)
       select $1, n.kind, n.id, n.sport, n."sourceName", n.country, n.name, $3
       from jsonb_to_recordset($2) as n (kind text, id text, sport text, "sourceName" text, country text, name text)
       on conflict (provider, kind, id) do update set source_name = excluded.source_name,
         name = coalesce(feed_names.name, excluded.name)`,
      [this.#provider, JSON.stringify(seen), now],
    )
    return seen.some(({ name }) => name !== null)
  }

  #seenLeague(sport: Sport, { id, name: sourceName, country }: ToldFixture['league']): Seen[] {
    if (this.#isKnown(`league:${id}`, sourceName)) return []
    const plain = withoutRivals(sourceName)
    const holder = this.#leagues.get(`${sport} ${plain}`)
    const isTaken = holder !== undefined && holder !== id
    const shown = isTaken ? `${plain} (${country?.name ?? id})` : plain
    this.#leagues.set(`${sport} ${shown}`, id)
    const name = shown === sourceName ? null : shown
    return [{ kind: 'league', id, sport, sourceName, country: country?.name ?? '', name }]
  }

  #seen({
    kind,
    id,
    name,
    sport,
  }: {
    kind: NameKind
    id?: string
    name?: string
    sport: Sport | ''
  }): Seen[] {
    if (id === undefined || name === undefined || this.#isKnown(`${kind}:${id}`, name)) return []
    return [{ kind, id, sport, sourceName: name, country: '', name: null }]
  }

  #isKnown(key: string, sourceName: string): boolean {
    if (this.#sources.get(key) === sourceName) return true
    this.#sources.set(key, sourceName)
    return false
  }
}
