import type { LanguageCode } from '#contract/languages.ts'
import type { Tx } from '../../db/client.ts'
import { Refusal } from '../../texts/refusal.ts'

/** A row of the catalogue as the operator sees it, games that are off included. */
export interface CatalogueGame {
  code: string
  kind: 'original' | 'slot' | 'sport'
  name: Partial<Record<LanguageCode, string>>
  /** Who brings it, and who made it where that is somebody else; null: our own. */
  provider: string | null
  enabled: boolean
  /** Whether its provider still has it. */
  listed: boolean
  sort: number
  /** Exact return to player, a fraction; null where it depends on the bet. */
  rtp: number | null
}

/** In SQL: who brings a game of the table `games`, and who made it where that is somebody else; null: our own. */
export function bringerSql(games = 'games'): string {
  return `nullif(concat_ws(' · ', nullif(${games}.provider, 'palpite'), ${games}.studio), '')`
}

export const catalogueColumns = `code, kind, name, ${bringerSql()} as provider, enabled, listed, sort, rtp`

/**
 * Takes a game from the lobby, or puts it back, or moves it. While it is off it takes no bets; open rounds are played to
 * their end. Returns the row before and after. Throws gameUnknown.
 */
export async function changeCatalogueGame(
  tx: Tx,
  code: string,
  { enabled, sort }: { enabled?: boolean; sort?: number },
): Promise<{ before: CatalogueGame; after: CatalogueGame }> {
  const read = (lock: string) =>
    tx.query<CatalogueGame>(`select ${catalogueColumns} from games where code = $1 ${lock}`, [code])
  const [before] = await read('for update')
  if (!before) throw new Refusal('gameUnknown')
  // Read again, because Citus lets an update return no text that depends on the database's settings.
  const [, [after]] = await Promise.all([
    tx.query(`update games set enabled = coalesce($2, enabled), sort = coalesce($3, sort) where code = $1`, [
      code,
      enabled ?? null,
      sort ?? null,
    ]),
    read(''),
  ])
  return { before, after: after ?? before }
}
