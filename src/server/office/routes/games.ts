import { gameCalls, type GameRow } from '#contract/office/games.ts'
import * as schema from '#contract/office/games.schema.ts'
import {
  bringerSql,
  catalogueColumns,
  changeCatalogueGame,
  type CatalogueGame,
} from '../../domain/play/gameCatalogue.ts'
import { readGameReturns } from '../../domain/play/gameReturns.ts'
import { Recent } from '../../flow/Recent.ts'
import type { AuditedChange } from '../audit/writeAudit.ts'
import type { Office } from '../endpoints/office.ts'
import { officeAction } from '../endpoints/officeAction.ts'
import { officeList } from '../endpoints/officeList.ts'
import { officeRead } from '../endpoints/officeRead.ts'

/** They change with the daily sums, and every reload of the page asks for them. */
const returnsAgeMs = 10_000

/** The catalogue: which games are on, where, and what they pay. */
export function registerGames(office: Office): void {
  const { deps } = office
  const returns = new Recent(() => readGameReturns(deps.db), returnsAgeMs)

  officeList(office, gameCalls.list, {
    filter: schema.filter,
    select: `select ${catalogueColumns} from games`,
    conditions: ({ q, kind, isOn }, value) => [
      ...(q
        ? [
            `(code || ' ' || name::text || ' ' || coalesce(${bringerSql()}, '')) ilike '%' || ${value(likeText(q))} || '%'`,
          ]
        : []),
      ...(kind ? [`kind = ${value(kind)}`] : []),
      ...(isOn ? [`enabled = ${value(isOn === 'true')}`] : []),
    ],
    sorts: { sort: 'sort', name: "name ->> 'pt_BR'" },
    id: 'code',
    idOf: ({ code }: CatalogueGame) => code,
    present: presentGame,
  })

  officeRead(office, gameCalls.returns, {}, async () => ({
    list: [...(await returns.get())].map(([id, { stakes, payouts, ...rest }]) => ({
      id,
      ...rest,
      stakesCents: stakes,
      payoutsCents: payouts,
    })),
  }))

  officeAction(office, gameCalls.stop, schema.withReason, {
    run: async ({ tx, params }) => changed(await changeCatalogueGame(tx, params.id, { enabled: false })),
  })
  officeAction(office, gameCalls.open, schema.withReason, {
    run: async ({ tx, params }) => changed(await changeCatalogueGame(tx, params.id, { enabled: true })),
  })
  officeAction(office, gameCalls.move, schema.move, {
    run: async ({ tx, params, body }) =>
      changed(await changeCatalogueGame(tx, params.id, { sort: body.sort })),
  })
}

/** A text in which LIKE finds nothing special. */
function likeText(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`)
}

function presentGame({ code, kind, name, enabled, listed, sort, rtp, provider }: CatalogueGame): GameRow {
  return {
    id: code,
    name: name.pt_BR ?? code,
    kind,
    provider,
    isOn: enabled,
    isListed: listed,
    sort,
    exactReturn: rtp,
  }
}

function changed({
  before,
  after,
}: {
  before: CatalogueGame
  after: CatalogueGame
}): AuditedChange & { answer: GameRow } {
  const [was, is] = [presentGame(before), presentGame(after)]
  return { answer: is, subject: { kind: 'game', id: is.id }, before: was, after: is }
}
