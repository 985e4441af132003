import { makeAutoObservable, reaction, runInAction } from 'mobx'
import { CallError } from '#contract/errors.ts'
import { parseGameMessage, toFrame, type HostMessage } from '#contract/games/frame.ts'
import { gameSessionCalls } from '#contract/http/slots.ts'
import { userCalls } from '#contract/http/user.ts'
import { fromWireAmount, toWireAmount } from '#contract/money.ts'
import type { RootStore } from './RootStore.ts'
import { ignoreCallError } from './SessionStore.ts'

/** A page that has not said `ready` by then is not coming. */
const readyMs = 20_000
/** Without a real-time connection (spec §4: none opens at /play) the balance is asked for. */
const pollMs = 4_000
const notFound = 404

export type PlayFailure = 'unknown' | 'refused' | 'network' | 'slow'

/** What the store needs of the page: messages, and whether anybody looks at it. */
export interface PlayPage {
  window: Pick<Window, 'addEventListener' | 'removeEventListener'>
  document: Pick<Document, 'hidden' | 'addEventListener' | 'removeEventListener'>
}

/**
 * The host of a game in a frame (PRODUCT.md section 7): gets its page and a ticket from the server, hands the
 * ticket over, tells it of notices, balances and pauses, and does what the game asks for. Only messages of that
 * very frame, on the origin that the server named, and in the words of the protocol are heard.
 */
export class PlayStore {
  state: 'guest' | 'loading' | 'open' | 'failed' = 'loading'
  failure: PlayFailure | null = null
  /** The server's own words about the failure; '' when it has none. */
  failureText = ''
  /** What the frame shows; null while there is nothing to show. */
  url: string | null = null
  /** Grows with every new try: a frame of its own each time. */
  attempt = 0
  private origin = ''
  private ticket: string | null = null
  private frame: Window | null = null
  private isAsking = false
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly root: RootStore,
    readonly gameCode: string,
    private readonly page: PlayPage,
  ) {
    makeAutoObservable<this, 'root' | 'page' | 'origin' | 'ticket' | 'frame' | 'isAsking' | 'timer'>(this, {
      root: false,
      page: false,
      origin: false,
      ticket: false,
      frame: false,
      isAsking: false,
      timer: false,
      gameCode: false,
    })
  }

  /** Listens and opens the game. Returns its undoing. */
  start(): () => void {
    const { session, wallet, realtime, language } = this.root
    const hear = (event: MessageEvent<unknown>) => this.hear(event)
    const look = () => this.tellPause()
    this.page.window.addEventListener('message', hear)
    this.page.document.addEventListener('visibilitychange', look)
    const poll = setInterval(() => void this.askBalance(), pollMs)
    const undo = [
      reaction(
        () => session.isLoggedIn,
        (isLoggedIn) => (isLoggedIn ? void this.open() : this.showGuest()),
        { fireImmediately: true },
      ),
      reaction(
        () => [wallet.balance, wallet.bonusBalance],
        () => this.tellBalance(),
      ),
      reaction(
        () => realtime.notice,
        () => this.tellNotice(),
      ),
      reaction(
        () => this.isCovered,
        () => this.tellPause(),
      ),
      // The game speaks the language of its last introduction.
      reaction(
        () => language.code,
        () => this.state === 'open' && void this.introduce(),
      ),
    ]
    return () => {
      for (const stop of undo) stop()
      clearInterval(poll)
      clearTimeout(this.timer)
      this.page.window.removeEventListener('message', hear)
      this.page.document.removeEventListener('visibilitychange', look)
    }
  }

  /** The frame's window, once it is on the page; null when it is gone. */
  attach(frame: Window | null): void {
    this.frame = frame
  }

  /** Once more, from the beginning. */
  async open(): Promise<void> {
    clearTimeout(this.timer)
    this.state = 'loading'
    this.failure = null
    this.url = null
    try {
      const ticket = await this.ask()
      runInAction(() => {
        this.ticket = ticket
        this.attempt++
        this.timer = setTimeout(() => this.fail('slow'), readyMs)
      })
    } catch (error) {
      this.refuse(error)
    }
  }

  private get isCovered(): boolean {
    return this.root.overlays.current !== null || this.root.alerts.current !== undefined
  }

  private showGuest(): void {
    clearTimeout(this.timer)
    this.state = 'guest'
    this.url = null
  }

  private fail(failure: PlayFailure, text = ''): void {
    clearTimeout(this.timer)
    this.state = 'failed'
    this.failure = failure
    this.failureText = text
    this.url = null
  }

  private refuse(error: unknown): void {
    ignoreCallError(error)
    if (!(error instanceof CallError) || this.state === 'guest') return
    if (error.kind === 'network') this.fail('network')
    else this.fail(error.httpStatus === notFound ? 'unknown' : 'refused', error.message)
  }

  /** A page and a ticket; answers the ticket. Throws CallError. */
  private async ask(): Promise<string> {
    const { url, origin, ticket } = await this.root.api.call(
      gameSessionCalls.open,
      { params: { gameCode: this.gameCode } },
      { loading: false, isAwaited: true, ownFailure: true },
    )
    if (!isGamePage(url, origin)) {
      console.warn('not the page of a game', url, origin)
      throw new CallError({ kind: 'refused', httpStatus: 200, status: 0, message: '', path: url })
    }
    runInAction(() => {
      this.origin = origin
      this.url ??= url
    })
    return ticket
  }

  private hear(event: MessageEvent<unknown>): void {
    if (this.frame === null || event.source !== this.frame || event.origin !== this.origin) return
    const message = parseGameMessage(event.data)
    if (!message || this.state === 'failed' || this.state === 'guest') return
    switch (message.type) {
      case 'ready':
        return void this.introduce()
      case 'needDeposit':
        if (!this.isCovered) this.root.overlays.open('gameDeposit')
        return
      case 'openSupport':
        if (!this.isCovered) this.root.openSupport()
        return
      case 'exit':
        return this.root.navigation.go('/home')
    }
  }

  /** Answers `ready`: the ticket that came with the page at first, a fresh one every other time. */
  private async introduce(): Promise<void> {
    if (this.isAsking) return
    this.isAsking = true
    try {
      const ticket = this.ticket ?? (await this.ask())
      this.ticket = null
      clearTimeout(this.timer)
      const { language, storages } = this.root
      this.tell({
        type: 'init',
        language: language.code,
        currency: language.selected.currency,
        ticket,
        sound: storages.local.get('sound') === true,
      })
      runInAction(() => (this.state = 'open'))
      this.tellBalance()
      this.tellNotice()
      this.tellPause()
    } catch (error) {
      this.refuse(error)
    } finally {
      this.isAsking = false
    }
  }

  private tell(message: HostMessage): void {
    this.frame?.postMessage(toFrame(message), this.origin)
  }

  private tellBalance(): void {
    const { session, wallet } = this.root
    // Until the first answer the wallet is empty, which is not what the player has.
    if (this.state !== 'open' || !session.player) return
    this.tell({
      type: 'balance',
      balance: toWireAmount(wallet.balance),
      freeBalance: toWireAmount(wallet.bonusBalance),
    })
  }

  private tellNotice(): void {
    const { notice } = this.root.realtime
    if (this.state === 'open' && notice) this.tell({ type: 'notice', text: notice.slice(0, 500) })
  }

  private tellPause(): void {
    if (this.state !== 'open') return
    this.tell({ type: 'pause', paused: this.isCovered || this.page.document.hidden })
  }

  private async askBalance(): Promise<void> {
    const { realtime, wallet, api } = this.root
    if (this.state !== 'open' || realtime.status === 'online' || this.page.document.hidden) return
    const answer = wallet.ask()
    try {
      const wire = await api.call(
        userCalls.getBalance,
        { query: { loading: false } },
        { loading: false, ownFailure: true },
      )
      answer({ balance: fromWireAmount(wire.balance), bonusBalance: fromWireAmount(wire.freeBalance) })
    } catch (error) {
      // Asked again in a moment; the game itself tells the player that the network is gone.
      ignoreCallError(error)
    }
  }
}

/** A page of the named origin, on the web: never a script's address, never a page of our own origin. */
function isGamePage(url: string, origin: string): boolean {
  if (!URL.canParse(url)) return false
  const page = new URL(url)
  return /^https?:$/.test(page.protocol) && page.origin === origin && origin !== globalThis.location?.origin
}
