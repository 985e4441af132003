import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { cents } from '#contract/money.ts'
import { OneTapStore, undoMs } from '#renderer/features/betSlip/OneTapStore.ts'
import { SlipStore } from '#renderer/features/betSlip/SlipStore.ts'
import { createFixture, settled, type Fixture } from '../../stores/rootFixture.ts'
import { betPath, pickOf, ticketWire } from './slipFixture.ts'

let fixture: Fixture
let oneTap: OneTapStore

beforeEach(async () => {
  vi.useFakeTimers()
  fixture = createFixture()
  await fixture.enter({ balance: 100 })
  oneTap = fixture.root.feature(OneTapStore)
  fixture.respond(betPath, { data: ticketWire() })
})
afterEach(() => vi.useRealTimers())

const bets = () => fixture.sent.filter(({ path }) => path === betPath)
const pass = async (ms: number) => {
  await vi.advanceTimersByTimeAsync(ms)
  await settled()
}
const toasts = () => fixture.root.alerts.toasts.map(({ message }) => message)

it('leaves a press to the slip until it is armed', async () => {
  expect(oneTap.press(pickOf('m1'))).toBe(false)
  await pass(undoMs * 2)
  expect(bets()).toEqual([])
  oneTap.arm()
  expect(oneTap.press(pickOf('m1'))).toBe(true)
  expect(oneTap.pending).toMatchObject({ stake: 10_00, pick: { matchId: 'm1' } })
})

it('sends the bet once its moment is over, with the slip’s rule for changed prices; presses meanwhile are nothing', async () => {
  fixture.root.feature(SlipStore).setPolicy('better')
  oneTap.arm()
  oneTap.choose(2)
  oneTap.press(pickOf('m1'))
  expect(oneTap.press(pickOf('m1'))).toBe(true)
  expect(oneTap.press(pickOf('m2'))).toBe(true)
  await pass(undoMs - 1)
  expect(bets()).toEqual([])
  await pass(1)
  expect(bets()).toHaveLength(1)
  expect(JSON.parse(bets()[0]?.body ?? '')).toMatchObject({
    amount: 20,
    wallet: 'balance',
    policy: 'better',
    legs: [{ matchId: 'm1', odds: 2 }],
  })
  await pass(undoMs * 2)
  expect(bets()).toHaveLength(1)
  expect(toasts()).toContainEqual({
    key: 'own.oneTap.placed',
    params: { amount: 'R$ 10,00', odds: '2,00' },
  })
  // Armed still: the next press is the next bet.
  expect([oneTap.isArmed, oneTap.isBusy]).toEqual([true, false])
})

it.each([
  ['undone', () => oneTap.undo()],
  ['switched off', () => oneTap.disarm()],
  ['logged out', () => fixture.root.session.logout()],
])('is never sent once it is %s', async (_, end) => {
  oneTap.arm()
  oneTap.press(pickOf('m1'))
  await pass(undoMs - 1)
  void end()
  await pass(undoMs * 3)
  expect(oneTap.pending).toBeNull()
  expect(bets()).toEqual([])
})

it('leaves nothing of one player to the next one in the same tab', async () => {
  oneTap.saveStakes([1_00, 2_50, 5_000_00].map(cents))
  oneTap.choose(2)
  oneTap.arm()
  await fixture.root.session.logout()
  expect([oneTap.stakes, oneTap.stake, oneTap.isArmed]).toEqual([[5_00, 10_00, 20_00], 10_00, false])
})

it.each(['visibilitychange', 'pagehide'])('is undone when the page is put away (%s)', async (name) => {
  const page = Object.assign(new EventTarget(), { hidden: false })
  const view = { document: page, window: new EventTarget() }
  const stop = oneTap.start(view)
  oneTap.arm()
  oneTap.press(pickOf('m1'))
  page.dispatchEvent(new Event('visibilitychange'))
  expect(oneTap.pending).not.toBeNull()
  if (name === 'pagehide') view.window.dispatchEvent(new Event(name))
  else {
    page.hidden = true
    page.dispatchEvent(new Event(name))
  }
  expect(oneTap.pending).toBeNull()
  await pass(undoMs * 2)
  expect(bets()).toEqual([])
  expect(oneTap.isArmed).toBe(true)
  stop()
})

it('is not sent by a timer that fires long after its moment, as that of a frozen page does', async () => {
  const clock = vi.spyOn(performance, 'now')
  oneTap.arm()
  const begun = performance.now()
  oneTap.press(pickOf('m1'))
  clock.mockReturnValue(begun + 600_000)
  await pass(undoMs)
  expect([bets(), oneTap.pending, oneTap.isBusy]).toEqual([[], null, false])
  // A timer that is a little late is an ordinary one.
  clock.mockReturnValue(begun)
  oneTap.press(pickOf('m1'))
  clock.mockReturnValue(begun + undoMs + 900)
  await pass(undoMs)
  expect(bets()).toHaveLength(1)
  clock.mockRestore()
})

it('asks for a deposit instead of a bet that the cash does not cover, and refuses one above the limit', async () => {
  oneTap.saveStakes([100_01, 200_01, 5_00].map(cents))
  oneTap.arm()
  oneTap.choose(0)
  oneTap.press(pickOf('m1'))
  expect(fixture.root.overlays.current).toMatchObject({ name: 'gameDeposit', props: { stake: 100_01 } })
  oneTap.choose(1)
  oneTap.press(pickOf('m1', { odds: 2.2, boostedFrom: 2 }))
  expect(toasts()).toContainEqual({
    key: 'sports.slip.errors.maxAmount',
    params: { limit: 'R$ 200,00' },
  })
  await pass(undoMs * 2)
  expect(bets()).toEqual([])
})

it('says why the server refused it, such as a limit of the player', async () => {
  fixture.respond(betPath, { httpStatus: 403, status: 403, message: 'Seu limite foi atingido.' })
  oneTap.arm()
  oneTap.press(pickOf('m1'))
  await pass(undoMs)
  expect(toasts()).toContainEqual({ text: 'Seu limite foi atingido.' })
})

it('keeps three own stakes, and ignores anything else that is stored', async () => {
  oneTap.saveStakes([1_00, 2_50, 5_000_00].map(cents))
  const stored = () => createStored(fixture.root.storages.local.get('oneTapStakes'))
  expect(stored().stakes).toEqual([1_00, 2_50, 5_000_00])
  for (const wrong of [[1_00], [0, 1_00, 2_00], [1_00, 2_00, 5_000_01], 'x', null])
    expect(createStored(wrong).stakes).toEqual([5_00, 10_00, 20_00])
})

/** A store of another tab, where this is stored. */
function createStored(value: unknown): OneTapStore {
  const { root } = createFixture()
  root.storages.local.set('oneTapStakes', value)
  return root.feature(OneTapStore)
}

it('is not offered to guests, nor on a terminal to anybody', async () => {
  const guest = createFixture().root.feature(OneTapStore)
  guest.arm()
  expect([guest.isOffered, guest.isArmed]).toEqual([false, false])
  const terminal = createFixture()
  Object.assign(terminal.root.host, { isEnrolled: true })
  await terminal.enter({ balance: 100 })
  const onTerminal = terminal.root.feature(OneTapStore)
  onTerminal.arm()
  expect([onTerminal.isOffered, onTerminal.isArmed]).toEqual([false, false])
})
