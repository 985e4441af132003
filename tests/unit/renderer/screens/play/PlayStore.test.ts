import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { autorun, runInAction } from 'mobx'
import { cents } from '#contract/money.ts'
import { PlayStore } from '#renderer/screens/play/PlayStore.ts'
import { createFixture, settled, type Fixture } from '../../stores/rootFixture.ts'
import { FrameActivity } from '#renderer/features/activity/FrameActivity.ts'
import { NoticeStore } from '#renderer/features/notices/NoticeStore.ts'

const origin = 'https://games.example'
const openPath = '/api/app/game/session/amazonia'
const foreignPath = '/api/app/game/session/peer_wheel'
const from = (type: string) => ({ source: 'palpite', type })

function setUp(code = 'amazonia') {
  const fixture = createFixture()
  let tickets = 0
  fixture.respond(code === 'peer_wheel' ? foreignPath : openPath, () => ({
    data: {
      url: `${origin}/slots/?game=amazonia`,
      origin,
      exitOrigin: 'https://own-games.example',
      hasProtocol: code !== 'peer_wheel',
      name: 'Amazônia',
      ticket: `ticket-${++tickets}`,
      expiresAt: '2030-01-01T00:00:00Z',
    },
  }))
  const listeners = new Map<string, (event: unknown) => void>()
  const eventTarget = {
    addEventListener: (name: string, listener: (event: unknown) => void) =>
      void listeners.set(name, listener),
    removeEventListener: (name: string) => void listeners.delete(name),
  }
  const document = { ...eventTarget, hidden: false }
  const play = new PlayStore(fixture.root, code, { window: eventTarget, document } as never)
  const posted: { message: Record<string, unknown>; target: unknown }[] = []
  const frame = {
    postMessage: (message: Record<string, unknown>, target: unknown) => void posted.push({ message, target }),
  }
  return {
    fixture,
    play,
    frame,
    posted,
    document,
    listeners,
    types: () => posted.map(({ message }) => message['type']),
    postedOfType: (type: string) =>
      posted.map(({ message }) => message).filter((message) => message['type'] === type),
    postFromGame: (data: unknown, where = origin, source: unknown = frame) =>
      listeners.get('message')?.({ data, origin: where, source }),
    /** Logged in, opened, framed and introduced. */
    async begin() {
      await fixture.enter({ kyc: 1 })
      this.stop = play.start()
      await settled()
      play.attach(frame as never)
      this.postFromGame(from('ready'))
      await settled()
    },
    stop: () => undefined as void,
  }
}

let scene: ReturnType<typeof setUp>
let fixture: Fixture
beforeEach(() => {
  vi.useFakeTimers()
  scene = setUp()
  fixture = scene.fixture
})
afterEach(() => {
  scene.stop()
  vi.useRealTimers()
})

describe('opening a game', () => {
  it('needs a login: a guest is asked for it, and it opens afterwards', async () => {
    scene.stop = scene.play.start()
    expect(scene.play.state).toBe('guest')
    expect(fixture.count(openPath)).toBe(0)
    await fixture.enter()
    expect(scene.play.state).toBe('loading')
    expect(fixture.count(openPath)).toBe(1)
  })

  it("sends the page's ticket to the game once it is ready", async () => {
    await scene.begin()
    expect(scene.play.state).toBe('open')
    expect(scene.play.url).toBe(`${origin}/slots/?game=amazonia`)
    expect(scene.postedOfType('init')).toEqual([
      {
        source: 'palpite',
        type: 'init',
        language: 'pt_BR',
        currency: 'BRL',
        ticket: 'ticket-1',
        sound: false,
        volume: 100,
      },
    ])
    expect(scene.postedOfType('balance')).toEqual([
      { source: 'palpite', type: 'balance', balance: 12.5, freeBalance: 3 },
    ])
    expect(scene.posted.every(({ target }) => target === origin)).toBe(true)
  })

  it('loads its page in one frame', async () => {
    const frames: number[] = []
    const stop = autorun(() => scene.play.url !== null && frames.push(scene.play.attempt))
    await scene.begin()
    await scene.play.open()
    stop()
    expect(frames).toEqual([1, 2])
  })

  it('sends a new ticket to a game whose session has ended', async () => {
    await scene.begin()
    scene.postFromGame(from('ready'))
    await settled()
    expect(scene.postedOfType('init').map(({ ticket }) => ticket)).toEqual(['ticket-1', 'ticket-2'])
  })

  it('goes on as it is when the language changes and the network is gone', async () => {
    await scene.begin()
    fixture.respond(openPath, { networkError: true })
    await fixture.root.language.choose('en_US')
    await vi.advanceTimersByTimeAsync(10_000)
    expect([scene.play.state, scene.play.failure]).toEqual(['open', null])
  })

  it('requests one ticket, however often the game sends ready', async () => {
    await scene.begin()
    for (let time = 0; time < 20; time++) scene.postFromGame(from('ready'))
    await settled()
    expect(fixture.count(openPath)).toBe(2)
  })

  it("reports an unknown game and the server's refusal", async () => {
    fixture.respond(openPath, { httpStatus: 404, status: 404, message: 'Jogo desconhecido' })
    await fixture.enter()
    scene.stop = scene.play.start()
    await settled()
    expect([scene.play.state, scene.play.failure]).toEqual(['failed', 'unknown'])
    fixture.respond(openPath, { httpStatus: 403, status: 403, message: 'Você está em pausa' })
    await scene.play.open()
    expect([scene.play.failure, scene.play.failureText]).toEqual(['refused', 'Você está em pausa'])
  })

  it('fails when the page never sends ready, and offers a retry', async () => {
    await fixture.enter()
    scene.stop = scene.play.start()
    await settled()
    vi.advanceTimersByTime(20_000)
    expect([scene.play.state, scene.play.failure]).toEqual(['failed', 'slow'])
    const { attempt } = scene.play
    await scene.play.open()
    expect(scene.play.state).toBe('loading')
    expect(scene.play.attempt).toBe(attempt + 1)
  })

  it.each([
    ['a script', 'javascript:alert(1)', origin],
    ['on another origin than the stated one', 'https://evil.example/slots/', origin],
    ['not an address', 'slots', origin],
  ])('refuses a page that is %s', async (_, url, statedOrigin) => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    fixture.respond(openPath, { data: { url, origin: statedOrigin, ticket: 't', expiresAt: '' } })
    await fixture.enter()
    scene.stop = scene.play.start()
    await settled()
    expect(scene.play.state).toBe('failed')
    expect(scene.play.url).toBeNull()
  })
})

describe('messages of the game', () => {
  beforeEach(() => scene.begin())

  it('needDeposit opens the low-balance deposit, unless an overlay is open', () => {
    scene.postFromGame(from('needDeposit'))
    expect(fixture.root.overlays.current?.name).toBe('gameDeposit')
    runInAction(() => fixture.root.overlays.open('support'))
    scene.postFromGame(from('needDeposit'))
    expect(fixture.root.overlays.current?.name).toBe('support')
  })

  it('openSupport and exit', () => {
    scene.postFromGame(from('openSupport'))
    expect(fixture.root.overlays.current?.name).toBe('chat')
    scene.postFromGame(from('exit'))
    expect(fixture.visited).toEqual(['/home'])
  })

  it.each([
    ['from another origin', from('exit'), 'https://evil.example', undefined],
    ['from a frame without an origin', from('exit'), 'null', undefined],
    ['from another window', from('exit'), origin, {}],
    ['without a source', { type: 'exit' }, origin, undefined],
    ['of another source', { source: 'other', type: 'exit' }, origin, undefined],
    ['of an unknown type', from('logout'), origin, undefined],
    ['that only a host sends', from('init'), origin, undefined],
    ['that are plain text', 'exit', origin, undefined],
    ['that are null', null, origin, undefined],
  ])('%s are dropped', (_, data, where, source) => {
    const before = scene.posted.length
    if (source === undefined) scene.postFromGame(data, where)
    else scene.postFromGame(data, where, source)
    expect(fixture.visited).toEqual([])
    expect(fixture.root.overlays.current).toBeNull()
    expect(scene.posted).toHaveLength(before)
  })
})

describe('messages to the game', () => {
  beforeEach(() => scene.begin())

  it('every balance change, at once', () => {
    runInAction(() => fixture.root.wallet.set({ cash: cents(62_50) }))
    expect(scene.postedOfType('balance').at(-1)).toEqual({
      source: 'palpite',
      type: 'balance',
      balance: 62.5,
      freeBalance: 3,
    })
  })

  it('every notice once, between two rounds', () => {
    const stop = fixture.root.feature(NoticeStore).start()
    fixture.root.rounds.set(true)
    runInAction(() => (fixture.root.realtime.notice = { text: 'Manutenção às 3h' }))
    expect(scene.postedOfType('notice')).toEqual([])
    fixture.root.rounds.set(false)
    const posted = [{ source: 'palpite', type: 'notice', text: 'Manutenção às 3h', seconds: 10 }]
    expect(scene.postedOfType('notice')).toEqual(posted)
    fixture.root.rounds.set(true)
    fixture.root.rounds.set(false)
    expect(scene.postedOfType('notice')).toEqual(posted)
    stop()
  })

  it('a pause while something covers it or the page is hidden', () => {
    expect(scene.postedOfType('pause').at(-1)).toMatchObject({ paused: false })
    fixture.root.overlays.open('gameDeposit')
    expect(scene.postedOfType('pause').at(-1)).toMatchObject({ paused: true })
    fixture.root.overlays.close()
    expect(scene.postedOfType('pause').at(-1)).toMatchObject({ paused: false })
    scene.document.hidden = true
    scene.listeners.get('visibilitychange')?.({})
    expect(scene.postedOfType('pause').at(-1)).toMatchObject({ paused: true })
  })

  it('nothing once the player has left', async () => {
    const before = scene.posted.length
    await fixture.root.session.end()
    await settled()
    expect(scene.play.state).toBe('guest')
    expect(scene.play.url).toBeNull()
    expect(scene.posted).toHaveLength(before)
  })
})

describe('the balance without a real-time connection', () => {
  it('is polled while the game is visible', async () => {
    await scene.begin()
    fixture.respond('/api/app/user/getBalance', { data: { balance: 99, freeBalance: 3 } })
    vi.advanceTimersByTime(4_000)
    await settled()
    expect(fixture.root.wallet.cash).toBe(99_00)
    runInAction(() => (fixture.root.realtime.status = 'online'))
    const requestCount = fixture.count('/api/app/user/getBalance')
    vi.advanceTimersByTime(8_000)
    await settled()
    expect(fixture.count('/api/app/user/getBalance')).toBe(requestCount)
  })
})

describe('a round of the game', () => {
  const reveal = (balance: number, freeBalance = 3) => ({ ...from('reveal'), balance, freeBalance })

  it("has its balances shown until its result is, while the game gets the server's", async () => {
    await scene.begin()
    const { wallet, rounds } = fixture.root
    scene.postFromGame(reveal(11.5))
    fixture.root.wallet.push({ cash: cents(61_50) })
    expect([wallet.cash, rounds.isRunning]).toEqual([11_50, true])
    expect(scene.postedOfType('balance').at(-1)).toMatchObject({ balance: 61.5 })
    scene.postFromGame(from('revealed'))
    expect([wallet.cash, rounds.isRunning]).toEqual([61_50, false])
  })

  it('cannot show more than the player has, nor for ever', async () => {
    await scene.begin()
    const { wallet } = fixture.root
    scene.postFromGame(reveal(1_000_000, 1_000_000))
    expect([wallet.cash, wallet.bonus]).toEqual([12_50, 3_00])
    scene.postFromGame(reveal(1))
    expect(wallet.cash).toBe(1_00)
    await vi.advanceTimersByTimeAsync(180_000)
    expect(wallet.cash).toBe(12_50)
    scene.postFromGame(reveal(1))
    scene.stop()
    expect(wallet.cash).toBe(12_50)
  })

  it.each([reveal(-1), reveal(NaN), from('reveal')])('is not announced by %o', async (message) => {
    await scene.begin()
    scene.postFromGame(message)
    expect(fixture.root.wallet.cash).toBe(12_50)
  })
})

it('an answer that comes after a logout opens no game', async () => {
  const data = {
    ...{ url: `${origin}/slots/?game=amazonia`, origin, exitOrigin: origin, hasProtocol: true },
    ...{ name: 'Amazônia', ticket: 'late', expiresAt: '2030-01-01T00:00:00Z' },
  }
  fixture.respond(openPath, () => {
    void fixture.root.session.end()
    return { data }
  })
  await fixture.enter({ kyc: 1 })
  scene.stop = scene.play.start()
  await settled()
  expect([scene.play.state, scene.play.url]).toEqual(['guest', null])
  await vi.advanceTimersByTimeAsync(30_000)
  expect(scene.play.state).toBe('guest')
})

describe('a game without the frame protocol', () => {
  beforeEach(() => {
    scene.stop()
    scene = setUp('peer_wheel')
    fixture = scene.fixture
  })
  const open = async () => {
    await fixture.enter({ kyc: 1 })
    scene.stop = scene.play.start()
    await settled()
    scene.play.attach(scene.frame as never)
  }

  it('is open when its page has loaded, is told nothing, and fails when it never loads', async () => {
    await open()
    expect(scene.play.state).toBe('loading')
    // A message from the game's own page is none of the protocol.
    scene.postFromGame(from('needDeposit'))
    expect(fixture.root.overlays.current).toBeNull()
    scene.play.loaded()
    expect([scene.play.state, scene.play.name]).toEqual(['open', 'Amazônia'])
    await vi.advanceTimersByTimeAsync(30_000)
    expect(scene.play.state).toBe('open')
    expect(scene.posted).toEqual([])

    await scene.play.open()
    await vi.advanceTimersByTimeAsync(21_000)
    expect([scene.play.state, scene.play.failure]).toEqual(['failed', 'slow'])
  })

  it('goes on in its session when the player changes the language', async () => {
    await open()
    scene.play.loaded()
    // The ticket of the first session counts once.
    await fixture.root.language.choose('en_US')
    await fixture.root.language.choose('ru_RU')
    await settled()
    expect([scene.play.state, fixture.root.language.code]).toEqual(['open', 'ru_RU'])
    expect(fixture.count(foreignPath)).toBe(1)
  })

  it('is left where it wanted to change the whole window and the program did not let it', async () => {
    let exit: () => void = () => undefined
    fixture.root.platform.frames.onExit = (listener) => {
      exit = listener
      return () => (exit = () => undefined)
    }
    const go = vi.spyOn(fixture.root.navigation, 'go')
    await open()
    exit()
    expect(go, 'it has not been opened yet').not.toHaveBeenCalled()
    scene.play.loaded()
    exit()
    expect(go).toHaveBeenCalledExactlyOnceWith('/home')
    scene.stop()
    exit()
    expect(go).toHaveBeenCalledOnce()
  })

  it('is left through our own page, whose word counts in this frame only', async () => {
    await open()
    scene.play.loaded()
    const go = vi.spyOn(fixture.root.navigation, 'go')
    scene.postFromGame(from('exit'))
    scene.postFromGame(from('openSupport'), 'https://own-games.example')
    scene.postFromGame(from('exit'), 'https://own-games.example', {})
    expect(go).not.toHaveBeenCalled()
    scene.postFromGame(from('exit'), 'https://own-games.example')
    expect(go).toHaveBeenCalledWith('/home')
  })
})

it('tells of the player: by what the game reports, else by its rounds', async () => {
  await scene.begin()
  const activity = fixture.root.feature(FrameActivity)
  const reveal = { ...from('reveal'), balance: 1, freeBalance: 0 }
  scene.postFromGame(reveal)
  scene.postFromGame(from('revealed'))
  expect(activity.count).toBe(1)
  scene.postFromGame(from('active'))
  expect(activity.count).toBe(2)
  // An automatic round is nothing that the player does.
  scene.postFromGame(reveal)
  scene.postFromGame(from('active'), 'https://evil.example')
  expect(activity.count).toBe(2)
})
