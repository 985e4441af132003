import { cents } from '#contract/money.ts'
import { prizeCalls, type PrizeFilter, type PrizeRow } from '#contract/office/prizes.ts'
import * as schema from '#contract/office/prizes.schema.ts'
import { prizeRateOf, prizesOf } from '#contract/rules/prizeTax.ts'
import { profileOf } from '../../config/jurisdictions.ts'
import { dayOf } from '../../time/days.ts'
import { officeCsv, officeList, type CsvColumn, type ListSource } from '../endpoints/officeList.ts'
import type { Office } from '../endpoints/office.ts'

interface DbRow {
  user_id: string
  year: number
  email: string
  name: string | null
  sports: number
  games: number
  net: number
}

const csvColumns: CsvColumn<PrizeRow>[] = [
  { title: { 'pt-BR': 'Jogador', en: 'Player' }, value: ({ id }) => id },
  { title: { 'pt-BR': 'E-mail', en: 'E-mail' }, value: ({ email }) => email },
  { title: { 'pt-BR': 'Nome', en: 'Name' }, value: ({ name }) => name },
  { title: { 'pt-BR': 'Esportes', en: 'Sports' }, value: ({ sportsCents }) => sportsCents, kind: 'cents' },
  { title: { 'pt-BR': 'Jogos', en: 'Games' }, value: ({ gamesCents }) => gamesCents, kind: 'cents' },
  {
    title: { 'pt-BR': 'Prêmio líquido', en: 'Net prizes' },
    value: ({ netCents }) => netCents,
    kind: 'cents',
  },
  {
    title: { 'pt-BR': 'Acima do isento', en: 'Above the free amount' },
    value: ({ taxableCents }) => taxableCents,
    kind: 'cents',
  },
  { title: { 'pt-BR': 'Imposto', en: 'Tax' }, value: ({ taxCents }) => taxCents, kind: 'cents' },
]

/** Players with prizes in a year, the highest first. */
export function registerPrizes(office: Office): void {
  const { prizeTax } = profileOf(office.deps)
  const source: ListSource<DbRow, PrizeRow, PrizeFilter, 'net'> = {
    filter: schema.filter,
    select: `select y.user_id, y.year, u.email, u.kyc_name as name, y.sports, y.games, y.net
      from prize_years y join users u on u.id = y.user_id`,
    conditions: ({ year, playerId }, value, { now }) => [
      `y.year = ${value(year ?? Number(dayOf(now).slice(0, 4)))}`,
      'y.net > 0',
      'not u.test_flag',
      ...(playerId === undefined ? [] : [`y.user_id = ${value(playerId)}`]),
    ],
    sorts: { net: 'y.net' },
    id: 'y.user_id',
    idOf: ({ user_id }) => user_id,
    present(row) {
      const rate = prizeRateOf(prizeTax, row.year)
      const { taxable, tax } = rate
        ? prizesOf({ sports: cents(row.sports), games: cents(row.games) }, rate)
        : { taxable: 0, tax: 0 }
      return {
        id: row.user_id,
        email: row.email,
        name: row.name ?? '',
        sportsCents: row.sports,
        gamesCents: row.games,
        netCents: row.net,
        taxableCents: taxable,
        taxCents: tax,
      }
    },
  }
  officeList(office, prizeCalls.list, source)
  officeCsv(office, prizeCalls.export, source, csvColumns)
}
