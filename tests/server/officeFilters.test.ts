import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import * as adjustments from '#contract/office/adjustments.schema.ts'
import * as approvals from '#contract/office/approvals.schema.ts'
import * as audit from '#contract/office/audit.schema.ts'
import * as blockedPlayers from '#contract/office/blockedPlayers.schema.ts'
import { officeCalls } from '#contract/office/calls.ts'
import * as content from '#contract/office/content.schema.ts'
import * as deposits from '#contract/office/deposits.schema.ts'
import * as exclusions from '#contract/office/exclusions.schema.ts'
import * as feedNames from '#contract/office/feedNames.schema.ts'
import * as games from '#contract/office/games.schema.ts'
import * as laundering from '#contract/office/laundering.schema.ts'
import * as mails from '#contract/office/mails.schema.ts'
import type { OfficeCall, OfficeListCall } from '#contract/office/officeCall.ts'
import { mayRole, roles, type Permission } from '#contract/office/permissions.ts'
import * as players from '#contract/office/players.schema.ts'
import * as prizes from '#contract/office/prizes.schema.ts'
import * as reconciliation from '#contract/office/reconciliation.schema.ts'
import * as regulator from '#contract/office/regulator.schema.ts'
import * as risk from '#contract/office/risk.schema.ts'
import * as sports from '#contract/office/sports.schema.ts'
import * as staff from '#contract/office/staff.schema.ts'
import * as support from '#contract/office/support.schema.ts'
import * as suspendedPrizes from '#contract/office/suspendedPrizes.schema.ts'
import * as terminals from '#contract/office/terminals.schema.ts'
import * as vouchers from '#contract/office/vouchers.schema.ts'
import * as withdrawals from '#contract/office/withdrawals.schema.ts'
import { createTestOffice } from './helpers/testOffice.ts'

const world = await createTestOffice()

/** The filter of each list. */
const filters: Record<string, z.ZodObject> = {
  'adjustments.list': adjustments.filter,
  'approvals.list': approvals.filter,
  'audit.list': audit.filter,
  'bigBets.list': risk.bets,
  'bigWins.list': risk.wins,
  'blockedPlayers.list': blockedPlayers.filter,
  'canned.list': support.cannedFilter,
  'content.list': content.filter,
  'deposits.list': deposits.filter,
  'exclusions.list': exclusions.filter,
  'exposure.list': risk.exposure,
  'feedNames.list': feedNames.filter,
  'games.list': games.filter,
  'laundering.list': laundering.filter,
  'mails.list': mails.filter,
  'matches.list': sports.matches,
  'players.list': players.filter,
  'prizes.list': prizes.filter,
  'reconciliation.list': reconciliation.filter,
  'regulator.list': regulator.filter,
  'regulatorOverdue.list': regulator.overdueFilter,
  'riskHits.list': risk.hits,
  'sportsRules.list': sports.rules,
  'staff.list': staff.filter,
  'support.list': support.filter,
  'suspendedPrizes.list': suspendedPrizes.filter,
  'terminals.list': terminals.filter,
  'vouchers.list': vouchers.filter,
  'withdrawals.list': withdrawals.filter,
}

const isList = (call: OfficeCall): call is OfficeListCall => call.kind === 'list'
const lists = officeCalls.filter(isList)

/** All values of an enumeration; else of each form that the field takes one. */
function valuesOf(field: z.core.$ZodType): string[] {
  const inner = field instanceof z.ZodOptional ? field.unwrap() : field
  if (inner instanceof z.ZodEnum) return inner.options.map(String)
  if (inner instanceof z.ZodLiteral) return [...inner.values].map(String)
  const forms = ['2026-11-01T00:00:00.000Z', '2026-11-01', '2026', '100000', randomUUID(), 'a@example.com']
  return forms.filter((form) => z.safeParse(inner, form).success)
}

/** Every filter by itself, every pair of filters once, every sort in both directions, and a later page. */
function queriesOf(call: OfficeListCall): string[] {
  const fields = Object.entries(filters[call.name]?.shape ?? {}).map(([name, field]) => {
    const values = valuesOf(field)
    if (values.length === 0) throw new Error(`${call.name}: no value fits ${name}`)
    return values.map((value) => `${name}=${encodeURIComponent(value)}`)
  })
  const pairs = fields.flatMap(([one], index) => fields.slice(index + 1).map(([other]) => `${one}&${other}`))
  const sorts = call.sorts.flatMap((sort) => ['asc', 'desc'].map((order) => `sort=${sort}&order=${order}`))
  const alone = fields.flat()
  return [...alone, ...alone.map((filter) => `${filter}&page=2`), ...pairs, ...sorts, 'page=2&perPage=7']
}

describe('a list of the back office', () => {
  it('is one of those with a filter here', () => {
    expect(lists.map(({ name }) => name).toSorted()).toEqual(Object.keys(filters).toSorted())
  })

  it.each(lists)('$name answers whatever it is filtered and sorted by', async (call) => {
    const role = roles.find((one) => mayRole(one, call.permission as Permission))
    if (!role) throw new Error(`nobody may ${call.name}`)
    const person = await world.as(role)
    for (const query of queriesOf(call)) {
      const { status, data } = await person.get<object>(`${call.path}?${query}`)
      expect([query, status, 'data' in data]).toEqual([query, 200, true])
    }
  })
})
