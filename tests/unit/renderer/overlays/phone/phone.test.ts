import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ContinueOnPhoneStore } from '#renderer/overlays/phone/ContinueOnPhoneStore.ts'
import { PhoneLoginStore } from '#renderer/overlays/phone/PhoneLoginStore.ts'
import { createFixture, type Fixture } from '../../stores/rootFixture.ts'

// Its library would be loaded while the timers stand still.
vi.mock('#renderer/services/qrMatrix.ts', () => ({ qrMatrix: async () => [[true]] }))

const paths = {
  login: '/api/auth/user/terminalLogin',
  collect: '/api/auth/user/terminalLogin/collect',
  link: '/api/app/user/phoneLink',
}
let fixture: Fixture
/** Lets the responses through that are held back. */
let respond: () => void

beforeEach(() => {
  vi.useFakeTimers()
  fixture = createFixture()
  fixture.respond(paths.login, {
    data: { url: 'https://palpite.test/zgo/a', number: '42', secret: 's', secondsLeft: 60 },
  })
  fixture.respond(paths.collect, { data: { state: 'waiting' } })
  fixture.respond(paths.link, {
    data: { url: 'https://palpite.test/zgo/b', linkId: 'l', secondsLeft: 60 },
  })
  const { send } = fixture.root.platform
  const held = new Promise<void>((resolve) => (respond = resolve))
  fixture.root.platform.send = async (request) => {
    const reply = await send(request)
    await held
    return reply
  }
})
afterEach(() => vi.useRealTimers())

it('a code that comes after the overlay has closed is not waited for', async () => {
  const login = new PhoneLoginStore(fixture.root)
  const stop = login.start()
  await vi.advanceTimersByTimeAsync(100)
  stop()
  respond()
  await vi.advanceTimersByTimeAsync(10_000)
  expect([login.state, login.countdown.secondsLeft, fixture.count(paths.collect)]).toEqual(['loading', 0, 0])
})

it('a code that is shown is asked about until the overlay closes', async () => {
  const login = new PhoneLoginStore(fixture.root)
  const stop = login.start()
  respond()
  await vi.advanceTimersByTimeAsync(5_000)
  expect([login.state, login.number, fixture.count(paths.collect)]).toEqual(['shown', '42', 2])
  stop()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(fixture.count(paths.collect)).toBe(2)
})

it('a link that comes after the overlay has closed starts no countdown', async () => {
  await fixture.enter()
  const link = new ContinueOnPhoneStore(fixture.root)
  const stop = link.start()
  await vi.advanceTimersByTimeAsync(100)
  stop()
  respond()
  await vi.advanceTimersByTimeAsync(5_000)
  expect([link.state, link.countdown.secondsLeft]).toEqual(['loading', 0])
})
