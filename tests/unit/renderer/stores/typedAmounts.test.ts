import { expect, it } from 'vitest'
import { languages, type LanguageCode } from '#contract/languages.ts'
import { limitCalls } from '#contract/http/limits.ts'
import { cents } from '#contract/money.ts'
import { AutoSpin } from '#frames/slots/play/AutoSpin.ts'
import { Stake } from '#frames/slots/play/Stake.ts'
import { AutoPlay } from '#renderer/games/shared/AutoPlay.ts'
import { BetSettings } from '#renderer/games/shared/BetSettings.ts'
import { RequiredLimitsStore } from '#renderer/features/limits/RequiredLimitsStore.ts'
import { LimitsStore } from '#renderer/screens/jogoResponsavel/LimitsStore.ts'
import { SlipStore } from '#renderer/features/betSlip/SlipStore.ts'
import { WithdrawStore } from '#renderer/overlays/cashier/WithdrawStore.ts'
import { createFixture } from './rootFixture.ts'
import { betPath, pickOf } from '../features/betSlip/slipFixture.ts'

/** How every amount field parses a typed text: cents, or 'refused'. */
async function parseInEveryField(text: string, code: LanguageCode): Promise<Record<string, unknown>> {
  const fixture = createFixture()
  const { root } = fixture
  await fixture.enter({}, { limitAsk: 1, limitKinds: ['deposit'], pauseTime: null })
  await root.language.choose(code)
  root.wallet.set({ cash: cents(1_000_000_00) })
  fixture.respond(limitCalls.setLimit.path, { data: { limits: [], excludedUntil: null, realityCheck: 60 } })

  const slip = root.feature(SlipStore)
  slip.toggle(pickOf('m1'))
  const [leg] = slip.legs
  leg?.type(text)
  slip.stakes.setParlayText(text)

  const withdraw = new WithdrawStore(root)
  withdraw.setAmount(text)

  const settings = new BetSettings(root)
  settings.type(text)
  const auto = new AutoPlay(root, settings)
  auto.change({ stopLossText: text })

  const slot = new Stake(() => languages[code])
  slot.type(text)
  const spins = new AutoSpin(() => languages[code])
  spins.change({ stopLossText: text })

  const first = new RequiredLimitsStore(root)
  first.type('deposit', text)
  await first.save()
  const limits = new LimitsStore(root)
  limits.edit({ kind: 'deposit', period: 'day', amount: null, used: 0, next: null })
  limits.type(text)
  await limits.save()
  const sent = (fixture.bodies(limitCalls.setLimit.path) as { amount: number }[]).map(({ amount }) =>
    Math.round(amount * 100),
  )

  return {
    single: leg?.stake ?? 'refused',
    parlay: slip.stakes.parlayStake ?? 'refused',
    withdrawal: withdraw.amount ?? 'refused',
    game: settings.stake ?? 'refused',
    slot: slot.value ?? 'refused',
    firstLimit: first.invalid.length > 0 ? 'refused' : sent[0],
    limit: limits.isInvalid ? 'refused' : sent[1],
    stopsInvalid: [auto.isLossLimitInvalid, spins.isLossLimitWrong],
    texts: [leg?.stakeText, slip.stakes.parlayText, withdraw.amountText, settings.stakeText, slot.text],
  }
}

function inEveryField(result: number | 'refused', text: string) {
  return {
    ...{ single: result, parlay: result, withdrawal: result, game: result, slot: result },
    ...{ firstLimit: result, limit: result },
    stopsInvalid: [result === 'refused', result === 'refused'],
    texts: Array<string>(5).fill(text),
  }
}

it.each([
  ['pt_BR', '1.234', 1_234_00],
  ['pt_BR', '1.234,56', 1_234_56],
  ['pt_BR', '12.5', 12_50],
  ['en_US', '1,234', 1_234_00],
  ['ru_RU', '1\u00a0234,50', 1_234_50],
  ['pt_BR', '1,234', 'refused'],
  ['pt_BR', '1,2,3', 'refused'],
  ['en_US', '1.234', 'refused'],
  ['pt_BR', '-5', 'refused'],
  ['pt_BR', '5x', 'refused'],
  ['ja_JP', '10,005.0', 10_005_00],
] as const)('in %s every field parses %j in the same way: %s', async (code, text, result) => {
  expect(await parseInEveryField(text, code)).toEqual(inEveryField(result, text))
})

it('a stake that is not an amount is not sent, is marked at once and stays in the field', async () => {
  const fixture = createFixture()
  await fixture.enter({ balance: 5_000 })
  const slip = fixture.root.feature(SlipStore)
  slip.toggle(pickOf('m1'))
  const [leg] = slip.legs
  leg?.type('1,234')
  expect(leg && slip.stakes.errorOf(leg)).toBe('invalid')
  expect(slip.bet()).toBe(false)
  expect(fixture.count(betPath)).toBe(0)
  expect(leg?.stakeText).toBe('1,234')
})
