import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Bridge } from '#frames/slots/host/Bridge.ts'

const hostOrigin = 'https://palpite.example'
const init = {
  source: 'palpite',
  type: 'init',
  language: 'pt_BR',
  currency: 'BRL',
  ticket: 'ticket-1',
  sound: false,
}

function setUp() {
  let listener: (event: MessageEvent<unknown>) => void = () => undefined
  const posted: [unknown, unknown][] = []
  const host = { postMessage: (message: unknown, target: unknown) => void posted.push([message, target]) }
  const handlers = { init: vi.fn(), notice: vi.fn(), balance: vi.fn(), privacy: vi.fn(), pause: vi.fn() }
  const removed = vi.fn()
  const own = {
    addEventListener: (_: string, added: (event: MessageEvent<unknown>) => void) => (listener = added),
    removeEventListener: removed,
  }
  const bridge = new Bridge({ own, host } as never, handlers)
  const stop = bridge.start()
  return {
    bridge,
    handlers,
    posted,
    removed,
    stop,
    receive: (data: unknown, origin = hostOrigin, source: unknown = host) =>
      listener({ data, origin, source } as MessageEvent<unknown>),
  }
}

let game: ReturnType<typeof setUp>
beforeEach(() => {
  game = setUp()
})

describe('the bridge to the host', () => {
  it('posts ready to any host', () => {
    expect(game.posted).toEqual([[{ source: 'palpite', type: 'ready' }, '*']])
  })

  it("ignores everything before the host's init", () => {
    game.receive({ source: 'palpite', type: 'pause', paused: true })
    expect(game.handlers.pause).not.toHaveBeenCalled()
  })

  it('replies only to the origin that sent init', () => {
    game.receive(init)
    expect(game.handlers.init).toHaveBeenCalledTimes(1)
    game.bridge.post({ type: 'needDeposit' })
    expect(game.posted.at(-1)).toEqual([{ source: 'palpite', type: 'needDeposit' }, hostOrigin])
  })

  it.each([
    ['another origin', { source: 'palpite', type: 'pause', paused: true }, 'https://evil.example', undefined],
    ['another window', { source: 'palpite', type: 'pause', paused: true }, hostOrigin, {}],
    ['no source', { type: 'pause', paused: true }, hostOrigin, undefined],
    ['an unknown type', { source: 'palpite', type: 'pay' }, hostOrigin, undefined],
    ['a malformed field', { source: 'palpite', type: 'pause', paused: 'yes' }, hostOrigin, undefined],
    ['no object', 'pause', hostOrigin, undefined],
    ['nothing', null, hostOrigin, undefined],
  ])('drops a message with %s', (_, data, origin, source) => {
    game.receive(init)
    if (source === undefined) game.receive(data, origin)
    else game.receive(data, origin, source)
    expect(game.handlers.pause).not.toHaveBeenCalled()
    expect(game.handlers.init).toHaveBeenCalledTimes(1)
  })

  it('cannot be taken over by another init', () => {
    game.receive(init)
    game.receive({ ...init, ticket: 'stolen' }, 'https://evil.example')
    expect(game.handlers.init).toHaveBeenCalledTimes(1)
  })

  it('forwards messages until it is stopped', () => {
    game.receive(init)
    game.receive({ source: 'palpite', type: 'notice', text: 'Olá' })
    game.receive({ source: 'palpite', type: 'balance', balance: 10, freeBalance: 0.5 })
    expect(game.handlers.notice).toHaveBeenCalledWith({ type: 'notice', text: 'Olá', seconds: 10 })
    expect(game.handlers.balance).toHaveBeenCalledWith({ type: 'balance', cash: 10_00, bonus: 50 })
    game.stop()
    expect(game.removed).toHaveBeenCalled()
  })
})
