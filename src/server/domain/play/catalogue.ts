import type { LanguageCode } from '#contract/languages.ts'
import type { AppDeps } from '../../deps.ts'
import type { GameProvider, ProviderGame } from '../../providers/games/GameProvider.ts'
import { gameProvidersOf } from '../../providers/games/gameProviders.ts'
import { Refusal } from '../../texts/refusal.ts'

interface GameRow {
  code: string
  kind: 'original' | 'slot' | 'sport'
  name: Partial<Record<LanguageCode, string>>
  route: string
  hot: boolean
  sort: number
  rtp: number | null
  /** Address of its picture at a third-party provider; null: one of our own. */
  picture: string | null
  favourite: boolean
  played_at: Date | null
}

/**
 * The games on offer, in the order of the lobby, with the favourites and the recently played ones of the
 * player.
 */
export function listGames(
  deps: Pick<AppDeps, 'db' | 'config'>,
  userId: string | undefined,
): Promise<GameRow[]> {
  return deps.db.read<GameRow>(
    `select g.code, g.kind, g.name, g.route, g.hot, g.sort, g.rtp,
            g.picture, f.game is not null as favourite, p.played_at
       from games g
       left join favourites f on f.game = g.code and f.user_id = $1
       left join recently_played p on p.game = g.code and p.user_id = $1
      where g.enabled and g.listed and (g.provider is null or g.provider = any($2)) order by g.sort, g.code`,
    [userId ?? '', gameProvidersOf(deps.config).map(({ name }) => name)],
  )
}

/** The provider that offers a game; undefined for a game of our own code, and for one that is not offered. */
export async function providerOfGame(
  deps: Pick<AppDeps, 'db' | 'config'>,
  game: string,
): Promise<GameProvider | undefined> {
  return (await offeredGame(deps, game, 'pt_BR'))?.provider
}

/** A game of a provider with its name in a language; undefined as in `providerOfGame`. */
export async function offeredGame(
  deps: Pick<AppDeps, 'db' | 'config'>,
  game: string,
  language: LanguageCode,
): Promise<{ provider: GameProvider; name: string } | undefined> {
  const [row] = await deps.db.read<{ provider: string | null; name: string }>(
    `select provider, coalesce(name ->> $2, name ->> 'pt_BR', code) as name from games where code = $1`,
    [game, language],
  )
  const provider = gameProvidersOf(deps.config).find(({ name }) => name === row?.provider)
  return row && provider && { provider, name: row.name }
}

/** The page of a game in a frame. */
export function routeOfGame(code: string): string {
  return `/play?game=${encodeURIComponent(code)}`
}

/**
 * A list that has lost more than half of so many games, or of more, is not believed: an empty or cut answer would take the
 * provider out of the lobby.
 */
const manyGames = 10

/**
 * Stores the games that a remote provider lists. New ones are off and last in the lobby; one that is no longer listed is
 * not offered, and keeps its place, unless the list is empty or has lost most of many games: then `lost` says how many, and
 * these are offered as before. Codes that another provider or a game of our own has are left out, and returned.
 */
export async function storeCatalogue(
  { db }: Pick<AppDeps, 'db'>,
  provider: string,
  games: readonly ProviderGame[],
): Promise<{ leftOut: string[]; lost: number }> {
  const rows = games.map(({ code, name, rtp, studio, picture }) => ({
    code,
    name,
    route: routeOfGame(code),
    rtp: rtp ?? null,
    studio: studio ?? null,
    picture: picture ?? null,
  }))
  return db.tx(async (tx) => {
    const stored = await tx.query<{ code: string }>(
      `insert into games as g (code, kind, name, route, hot, sort, rtp, provider, studio, picture, enabled)
       select distinct on (n.code) n.code, 'slot', n.name, n.route, false,
         (select coalesce(max(sort), 0) + 10 from games), n.rtp, $1, n.studio, n.picture, false
       from jsonb_to_recordset($2::jsonb)
         as n (code text, name jsonb, route text, rtp numeric, studio text, picture text)
       on conflict (code) do update set name = excluded.name, rtp = excluded.rtp, studio = excluded.studio,
         picture = excluded.picture, listed = true
       where g.provider = $1 returning code`,
      [provider, JSON.stringify(rows)],
    )
    const codes = stored.map(({ code }) => code)
    const leftOut = rows.map(({ code }) => code).filter((code) => !codes.includes(code))
    const [count] = await tx.query<{ known: number; gone: number }>(
      `select count(*)::int as known, count(*) filter (where code <> all ($2))::int as gone from games
        where provider = $1 and listed`,
      [provider, codes],
    )
    const { known, gone } = count ?? { known: 0, gone: 0 }
    if (gone > 0 && (games.length === 0 || (known >= manyGames && gone > known / 2)))
      return { leftOut, lost: gone }
    await tx.query(`update games set listed = false where provider = $1 and listed and code <> all ($2)`, [
      provider,
      codes,
    ])
    return { leftOut, lost: 0 }
  })
}

/** Adds or removes a favourite. Throws gameUnknown. */
export async function setFavourite(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  { userId, game, favourite }: { userId: string; game: string; favourite: boolean },
): Promise<void> {
  const found = await deps.db.read('select 1 from games where code = $1 and enabled', [game])
  if (found.length === 0) throw new Refusal('gameUnknown')
  if (favourite) {
    await deps.db.write(
      'insert into favourites (user_id, game, created_at) values ($1, $2, $3) on conflict do nothing',
      [userId, game, deps.clock.now()],
    )
  } else {
    await deps.db.write('delete from favourites where user_id = $1 and game = $2', [userId, game])
  }
}
