import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { type AppInfo, appInfoCalls } from '#contract/http/appInfo.ts'
import { deviceTypeOf, type DeviceType } from '#contract/rules/deviceType.ts'
import type { HouseSwitch } from '#contract/rules/houseSwitches.ts'
import type { Api } from '../services/api.ts'
import type { Storages } from '../services/storage.ts'

/** Configuration that the server sends to every device, also before a login. */
export class DeviceStore {
  /** null until the first response. */
  info: AppInfo | null = null

  /** The server is not the one that this device has stored data of: ends its session and removes the data. */
  onOtherServer: () => Promise<void> = async () => undefined
  readonly #api: Api
  readonly #storages: Pick<Storages, 'local'>

  constructor(api: Api, storages: Pick<Storages, 'local'>) {
    this.#api = api
    this.#storages = storages
    makeAutoObservable(this, { info: observableRef, onOtherServer: false })
  }

  get deviceType(): DeviceType {
    return deviceTypeOf(navigator.userAgent)
  }

  /** Link of the messenger chat; null when none is configured. */
  get messenger(): string | null {
    return this.info?.messenger || null
  }

  /**
   * Whether the jurisdiction has this. Before the first response the web's page itself says it (contract/rules/houseSwitches.ts);
   * a window, which is told nothing, shows nothing that may be off.
   */
  has(name: HouseSwitch): boolean {
    const { info } = this
    if (info) return isOnIn(info, name)
    if (__HOST__ !== 'web') return false
    const { off = '' } = document.documentElement.dataset
    return !off.split(' ').includes(name)
  }

  /** Loads without loading indicator or alert. On a failure the earlier data stays. Throws CallError. */
  async load(): Promise<void> {
    const info = await this.#api.call(appInfoCalls.appInfo, {}, { loading: false, ownFailure: true })
    await this.keepKey(info.apiKey)
    runInAction(() => (this.info = info))
  }

  /**
   * The key names the data of a server. After a move to another one (an address that changed hands, a kiosk with a new
   * server URL) nothing of the old one may be shown or sent to the new one.
   */
  private async keepKey(apiKey: string): Promise<void> {
    // Also a first response may come after a logout.
    const isFirst = this.info === null && !this.#storages.local.wasCleared()
    const known = this.#storages.local.get('apiKey') ?? this.info?.apiKey
    const isOther = known !== undefined && known !== apiKey
    if (isOther) await this.onOtherServer()
    // Not after a logout, which leaves local storage empty until the next visit.
    if (isFirst || isOther) this.#storages.local.set('apiKey', apiKey)
  }
}

function isOnIn(info: AppInfo, name: HouseSwitch): boolean {
  const { switchedOff }: Partial<AppInfo> = info
  if (switchedOff) return !switchedOff.includes(name)
  // Of a server of an earlier version, which tells it in other fields.
  if (name === 'vouchers' || name === 'kiosk') return info[name]
  return name === 'voucherWithdrawals' ? info.voucherWithdrawal !== null : info.bonuses.includes(name)
}
