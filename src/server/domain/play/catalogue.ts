import type { LanguageCode } from '#contract/languages.ts'
import type { AppDeps } from '../../deps.ts'
import type { GameProvider } from '../../providers/games/GameProvider.ts'
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
            f.game is not null as favourite, p.played_at
       from games g
       left join favourites f on f.game = g.code and f.user_id = $1
       left join recently_played p on p.game = g.code and p.user_id = $1
      where g.enabled and (g.provider is null or g.provider = any($2)) order by g.sort, g.code`,
    [userId ?? '', gameProvidersOf(deps.config).map(({ name }) => name)],
  )
}

/** The provider that offers a game; undefined for a game of our own code, and for one that is not offered. */
export async function providerOfGame(
  deps: Pick<AppDeps, 'db' | 'config'>,
  game: string,
): Promise<GameProvider | undefined> {
  const [row] = await deps.db.read<{ provider: string | null }>(
    'select provider from games where code = $1',
    [game],
  )
  return gameProvidersOf(deps.config).find(({ name }) => name === row?.provider)
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
