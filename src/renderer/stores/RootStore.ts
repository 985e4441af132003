import type { CallError } from '#contract/errors.ts'
import { appInfoCalls } from '#contract/http/appInfo.ts'
import { browserHost } from '#contract/hostInfo.ts'
import type { HostInfo } from '#contract/ipc.ts'
import type { Platform } from '../platform/Platform.ts'
import { createApi, type Api } from '../services/api.ts'
import { RoundStatus } from './RoundStatus.ts'
import { ServerClock } from '#contract/ServerClock.ts'
import type { Cents } from '#contract/money.ts'
import type { Storages } from '../services/storage.ts'
import { AlertStore } from './AlertStore.ts'
import { DeviceStore } from './DeviceStore.ts'
import { LanguageStore, type LoadDictionary } from './LanguageStore.ts'
import { LoadingStore } from './LoadingStore.ts'
import type { Navigation } from './Navigation.ts'
import { OverlayStore } from './OverlayStore.ts'
import { RealtimeStore } from './RealtimeStore.ts'
import { ServerStore } from './ServerStore.ts'
import { ignoreCallError, SessionStore } from './SessionStore.ts'
import { showFailure } from './showFailure.ts'
import { WalletStore } from './WalletStore.ts'

/** The class of a store that is made from the root store alone. */
type FeatureStore<Store extends object> = new (root: RootStore) => Store

/**
 * The stores that every screen may need. A screen, overlay or game with its own state creates its store from
 * this one (`useOwnStore`), and the stores that several of them share come from `feature`: both are loaded
 * with the code that needs them. Constructors do no I/O; start() does.
 */
export class RootStore {
  readonly overlays = new OverlayStore()
  readonly alerts = new AlertStore()
  readonly loading = new LoadingStore()
  readonly api: Api
  readonly server: ServerStore
  readonly rounds = new RoundStatus()
  readonly clock = new ServerClock()
  readonly language: LanguageStore
  readonly wallet: WalletStore
  readonly session: SessionStore
  readonly realtime: RealtimeStore
  readonly device: DeviceStore
  readonly #features = new Map<FeatureStore<object>, object>()
  host: HostInfo = browserHost

  constructor(
    readonly platform: Platform,
    readonly storages: Storages,
    readonly navigation: Navigation,
    loadDictionary: LoadDictionary,
  ) {
    this.language = new LanguageStore(storages, loadDictionary)
    this.api = createApi({
      send: (request) => platform.send(request),
      onReply: (reply) => this.server.note(reply),
      onTime: (time, since) => this.clock.note(time, since),
      endedSessions: () => this.session.endedSessions,
      locale: () => this.#locale(),
      onLoading: (delta) => this.loading.change(delta),
      onFailure: (error, { stake, isBackground }) => {
        if (error.kind === 'closed') this.server.noteClosed(error)
        const show = () => showFailure(this, error, stake)
        if (isBackground && error.kind === 'network')
          // While it connects again, the strip is there or comes; once it has, everything is loaded again.
          this.server.unlessUnreachable(
            () => this.realtime.status !== 'connecting' && this.session.noteUnanswered() && show(),
          )
        else show()
      },
    })
    this.server = new ServerStore(
      () =>
        platform.send({
          method: appInfoCalls.appInfo.method,
          path: appInfoCalls.appInfo.path,
          query: {},
          body: null,
          bodyType: 'none',
          ...this.#locale(),
          idempotencyKey: null,
        }),
      () => {
        this.realtime.reload()
      },
    )
    this.wallet = new WalletStore(this.api)
    this.session = new SessionStore(platform, this.api, storages, this.wallet, this.clock)
    this.realtime = new RealtimeStore(platform, this.session, this.wallet, this.alerts)
    this.device = new DeviceStore(this.api, storages)
    this.device.onOtherServer = () => this.session.end()
    this.session.onStarted = () => this.realtime.reconcile(navigation.path())
    this.session.onEnded = () => {
      this.realtime.reconcile(navigation.path())
      this.overlays.open('login')
    }
  }

  /** Shows the failure of a call made with `ownFailure`, as the request layer would have shown it. */
  showFailure(error: CallError, stake?: Cents): void {
    if (error.kind !== 'loggedOut' && error.kind !== 'closed') showFailure(this, error, stake)
  }

  /**
   * The single store of a class, created at its first use and kept until the page is closed: every view that calls
   * `feature(SlipStore)` shares one bet slip. The class is loaded with the code that calls, not with the first
   * view.
   */
  feature<Store extends object>(Class: FeatureStore<Store>): Store {
    const known = this.#features.get(Class)
    if (known instanceof Class) return known
    const store = new Class(this)
    this.#features.set(Class, store)
    return store
  }

  async start(): Promise<void> {
    this.language.start()
    this.host = await this.platform.start()
    this.realtime.start()
    this.session.start(this.host.hasSession)
    if (this.host.endText !== '') this.alerts.alert({ text: this.host.endText })
  }

  /** The player presses refresh: loads the balance, or all user info while it is not known yet. */
  async refreshBalance(): Promise<void> {
    try {
      await (this.session.player ? this.wallet.refresh() : this.session.refresh())
    } catch (error) {
      ignoreCallError(error)
    }
  }

  /** Copies a text and shows a toast about it. Returns whether it worked. */
  async copy(text: string): Promise<boolean> {
    return this.tellCopied(await this.platform.copyText(text))
  }

  /** Shows a toast about a copy that was tried. Returns whether it worked. */
  tellCopied(isCopied: boolean): boolean {
    if (isCopied) this.alerts.toast({ key: 'actions.copied' })
    else this.alerts.toast({ key: 'actions.copyFailed' }, 'error')
    return isCopied
  }

  /** "Sair": logs out, goes home and opens the login overlay. */
  async logout(): Promise<void> {
    await this.session.logout()
    this.navigation.go('/home')
    this.overlays.open('login')
  }

  #locale(): { language: string; currency: string } {
    const { code, selected } = this.language
    return { language: code, currency: selected.currency }
  }

  /** From the error page back to the page that failed, which loads again. */
  retry(): void {
    this.navigation.back()
  }

  /** "Atendimento ao Cliente" opens the chat, which needs a login. */
  openSupport(): void {
    this.requireLogin(() => this.overlays.open('chat'))
  }

  /**
   * Runs it for a logged-in player; a guest gets the login overlay instead. Only guarded routes show an alert
   * first.
   */
  requireLogin(run: () => void): void {
    if (this.session.isLoggedIn) run()
    else this.overlays.open('login')
  }

  /** Opens the deposit. For an unverified player the identity form comes first, unless it was just sent. */
  openDeposit(): void {
    this.requireLogin(() => {
      if (this.session.player && !this.session.player.verified) this.overlays.open('editBank')
      else this.overlays.open('deposit')
    })
  }

  openWithdraw(): void {
    this.requireLogin(() => this.overlays.open('withdraw'))
  }
}
