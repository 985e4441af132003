import { readUrl } from '#contract/readUrl.ts'
import { makeAutoObservable, reaction, runInAction } from 'mobx'
import { CallError } from '#contract/errors.ts'
import { parseGameMessage, toFrame, type GameMessage, type HostMessage } from '#contract/games/frame.ts'
import { gameSessionCalls } from '#contract/http/slots.ts'
import { userCalls } from '#contract/http/user.ts'
import { min, type WalletBalances } from '#contract/money.ts'
import { fromWireBalances } from '#contract/http/wallet.ts'
import type { PageVisibility } from '../../services/pageVisibility.ts'
import { FrameActivity } from '../../features/activity/FrameActivity.ts'
import { BalancePrivacy } from '../../features/balance/BalancePrivacy.ts'
import { NoticeStore, type Notice } from '../../features/notices/NoticeStore.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'

/** How long a game's page may take to say `ready`, in ms. */
const readyTimeoutMs = 20_000
/** How often the balance is loaded while there is no real-time connection (none is opened at /play), in ms. */
const pollMs = 4_000
const notFound = 404
/** No round is revealed for longer, free spins included, in ms: a game that has crashed says nothing any more. */
const longestRevealMs = 180_000

export type PlayFailure = 'unknown' | 'refused' | 'network' | 'slow'

/** The parts of the browser that the store uses: messages, and whether the page is visible. */
export interface PlayPage {
  window: Pick<Window, 'addEventListener' | 'removeEventListener'>
  document: PageVisibility
}

/**
 * Hosts a game in a frame (docs/product.md, "Frame protocol"): gets the page's address and a ticket from the
 * server, passes the ticket on, tells the game about notices, balances and pauses, and does what the game
 * asks for. Only messages of this frame, from the origin that the server named, and in the protocol's form
 * are accepted.
 */
export class PlayStore {
  state: 'guest' | 'loading' | 'open' | 'failed' = 'loading'
  failure: PlayFailure | null = null
  /** The server's text about the failure; '' when it has none. */
  failureText = ''
  /** Address of the frame; null while there is nothing to show. */
  url: string | null = null
  /** Grows with every attempt: each gets a new frame. */
  attempt = 0
  /** The game's name in the player's language, once it is known. */
  name = ''
  /** Whether the page speaks the frame protocol. Of one that does not, nothing is known but that it has loaded. */
  hasProtocol = true
  #origin = ''
  #ticket: string | null = null
  #frame: Window | null = null
  #isInitializing = false
  /** The game says when the player does something: its rounds may be automatic ones. */
  #reportsActivity = false
  #endReveal: () => void = () => undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  /** How many times the game was opened: what comes of an earlier time changes nothing. */
  #openings = 0
  readonly #root: RootStore
  readonly #page: PlayPage

  constructor(
    root: RootStore,
    readonly gameCode: string,
    page: PlayPage,
  ) {
    this.#root = root
    this.#page = page
    makeAutoObservable(this, { gameCode: false })
  }

  /** Listens to the frame and opens the game. Returns its cleanup. */
  start(): () => void {
    const { session, wallet, language } = this.#root
    const notices = this.#root.feature(NoticeStore)
    let leaveGame = () => {}
    const receive = (event: MessageEvent<unknown>) => this.receive(event)
    const onVisibility = () => this.postPause()
    this.#page.window.addEventListener('message', receive)
    this.#page.document.addEventListener('visibilitychange', onVisibility)
    const poll = setInterval(() => void this.pollBalance(), pollMs)
    const stops = [
      this.#root.platform.frames.onExit?.(() => {
        if (this.state === 'open') this.#root.navigation.go('/home')
      }) ?? (() => undefined),
      reaction(
        () => session.isLoggedIn,
        (isLoggedIn) => (isLoggedIn ? void this.open() : this.showGuest()),
        { fireImmediately: true },
      ),
      reaction(
        () => wallet.latest,
        () => this.postBalance(),
      ),
      reaction(
        () => this.#root.feature(BalancePrivacy).isHidden,
        () => this.postPrivacy(),
      ),
      reaction(
        () => this.state === 'open',
        (isOpen) => {
          leaveGame()
          leaveGame = isOpen ? notices.enterGame() : () => {}
        },
      ),
      reaction(
        () => notices.inGame,
        (notice) => notice && this.postNotice(notice),
      ),
      reaction(
        () => this.isCovered,
        () => this.postPause(),
      ),
      // The game uses the language of its last introduction.
      reaction(
        () => language.code,
        // One without the protocol is left alone: asking for its page again would start another session.
        () => this.hasProtocol && this.state === 'open' && void this.sendInit(false),
      ),
    ]
    return () => {
      for (const stop of stops) stop()
      leaveGame()
      clearInterval(poll)
      clearTimeout(this.#timer)
      this.release()
      this.#page.window.removeEventListener('message', receive)
      this.#page.document.removeEventListener('visibilitychange', onVisibility)
    }
  }

  /** The frame's window once it is on the page; null when it is gone. */
  attach(frame: Window | null): void {
    this.#frame = frame
  }

  /** Opens the game, or starts it again. */
  async open(): Promise<void> {
    clearTimeout(this.#timer)
    this.release()
    this.state = 'loading'
    this.failure = null
    this.url = null
    const opening = ++this.#openings
    try {
      const ticket = await this.loadPage()
      runInAction(() => {
        if (this.state === 'guest' || opening !== this.#openings) return
        this.#ticket = ticket
        this.#timer = setTimeout(() => this.fail('slow'), readyTimeoutMs)
      })
    } catch (error) {
      // Of another session, while the next one opens the game.
      if (opening === this.#openings) this.handleLoadFailure(error)
      else ignoreCallError(error)
    }
  }

  /** The frame has loaded its page, which is all that is heard of a game without the protocol. */
  loaded(): void {
    if (this.hasProtocol || this.state !== 'loading' || this.url === null) return
    clearTimeout(this.#timer)
    this.state = 'open'
  }

  private get isCovered(): boolean {
    return this.#root.overlays.current !== null || this.#root.alerts.current !== undefined
  }

  private showGuest(): void {
    clearTimeout(this.#timer)
    this.state = 'guest'
    this.url = null
  }

  private fail(failure: PlayFailure, text = ''): void {
    clearTimeout(this.#timer)
    this.state = 'failed'
    this.failure = failure
    this.failureText = text
    this.url = null
  }

  private handleLoadFailure(error: unknown): void {
    ignoreCallError(error)
    if (!(error instanceof CallError) || this.state === 'guest') return
    if (error.kind === 'network') this.fail('network')
    else this.fail(error.httpStatus === notFound ? 'unknown' : 'refused', error.message)
  }

  /** Loads the page's address and a ticket. Returns the ticket. Throws CallError. */
  private async loadPage(): Promise<string> {
    const opening = this.#openings
    const { url, origin, exitOrigin, ticket, name, hasProtocol } = await this.#root.api.call(
      gameSessionCalls.open,
      { params: { gameCode: this.gameCode } },
      { loading: false, isAwaited: true, ownFailure: true },
    )
    if (!isGamePage(url, origin)) {
      console.warn('not the page of a game', url, origin)
      throw new CallError({ kind: 'refused', httpStatus: 200, status: 0, message: '', path: url })
    }
    runInAction(() => {
      // The player has logged out meanwhile.
      if (this.state === 'guest' || opening !== this.#openings) return
      this.#origin = hasProtocol ? origin : exitOrigin
      this.name = name
      this.hasProtocol = hasProtocol
      if (this.url !== null) return
      // In one step: a frame of the attempt before would begin to load, too.
      this.attempt++
      this.url = url
    })
    return ticket
  }

  private receive(event: MessageEvent<unknown>): void {
    if (this.#frame === null || event.source !== this.#frame || event.origin !== this.#origin) return
    const message = parseGameMessage(event.data)
    if (!message || this.state === 'failed' || this.state === 'guest') return
    // Sent by our own page, to which a game without the protocol returns.
    if (!this.hasProtocol && message.type !== 'exit') return
    this.noteActivity(message.type)
    switch (message.type) {
      case 'ready':
        return void this.sendInit()
      case 'active':
        return
      case 'needDeposit':
        if (!this.isCovered) this.#root.overlays.open('gameDeposit')
        return
      case 'openSupport':
        if (!this.isCovered) this.#root.openSupport()
        return
      case 'exit':
        return this.#root.navigation.go('/home')
      case 'reveal':
        return this.hold(message)
      case 'revealed':
        return this.release()
    }
  }

  /** Of a game that does not report what the player does, each round counts as it. */
  private noteActivity(type: GameMessage['type']): void {
    if (type === 'active') this.#reportsActivity = true
    if (type === 'active' || (type === 'reveal' && !this.#reportsActivity))
      this.#root.feature(FrameActivity).note()
  }

  /** Shows the balances of the game while its round runs. A game cannot show more than there is. */
  private hold({ cash, bonus }: WalletBalances): void {
    const { rounds, wallet } = this.#root
    const shown = { cash: min(cash, wallet.latest.cash), bonus: min(bonus, wallet.latest.bonus) }
    const stop = wallet.holdForReveal(shown)
    this.#endReveal()
    rounds.set(true)
    const timer = setTimeout(() => this.release(), longestRevealMs)
    this.#endReveal = () => {
      clearTimeout(timer)
      rounds.set(false)
      stop()
    }
  }

  private release(): void {
    this.#endReveal()
    this.#endReveal = () => undefined
  }

  /**
   * Replies to `ready`: with the ticket that came with the page the first time, with a new one later. Not `isAwaited`: a game that runs
   * goes on as it is when that fails.
   */
  private async sendInit(isAwaited = true): Promise<void> {
    if (this.#isInitializing) return
    this.#isInitializing = true
    try {
      const ticket = this.#ticket ?? (await this.loadPage())
      if (this.state === 'guest') return
      this.#ticket = null
      clearTimeout(this.#timer)
      const { host, language, storages } = this.#root
      this.post({
        type: 'init',
        language: language.code,
        currency: language.selected.currency,
        ticket,
        sound: storages.local.get('sound') === true,
        volume: host.volume,
      })
      runInAction(() => (this.state = 'open'))
      this.postPrivacy()
      this.postBalance()
      this.postPause()
    } catch (error) {
      if (isAwaited) this.handleLoadFailure(error)
      else ignoreCallError(error)
    } finally {
      this.#isInitializing = false
    }
  }

  private post(message: HostMessage): void {
    if (!this.hasProtocol) return
    this.#frame?.postMessage(toFrame(message), this.#origin)
  }

  private postBalance(): void {
    const { session, wallet } = this.#root
    // Before the first response the wallet is empty, which is not the player's balance.
    if (this.state !== 'open' || !session.player) return
    this.post({ type: 'balance', ...wallet.latest })
  }

  private postPrivacy(): void {
    const { isHidden } = this.#root.feature(BalancePrivacy)
    if (this.state === 'open') this.post({ type: 'privacy', hidden: isHidden })
  }

  private postNotice({ text, seconds }: Notice): void {
    this.post({ type: 'notice', text: text.slice(0, 500), seconds })
  }

  private postPause(): void {
    if (this.state !== 'open') return
    this.post({ type: 'pause', paused: this.isCovered || this.#page.document.hidden })
  }

  private async pollBalance(): Promise<void> {
    const { realtime, wallet, api } = this.#root
    if (this.state !== 'open' || realtime.status === 'online' || this.#page.document.hidden) return
    const applyBalances = wallet.startRequest()
    try {
      const wire = await api.call(
        userCalls.getBalance,
        { query: { loading: false } },
        { loading: false, ownFailure: true },
      )
      applyBalances(fromWireBalances(wire))
    } catch (error) {
      // Polled again soon; the game itself shows that the network is gone.
      ignoreCallError(error)
    }
  }
}

/** A web page of the named origin, never a script address and never a page of our own origin. */
function isGamePage(url: string, origin: string): boolean {
  const page = readUrl(url)
  if (!page) return false
  return /^https?:$/.test(page.protocol) && page.origin === origin && origin !== globalThis.location?.origin
}
