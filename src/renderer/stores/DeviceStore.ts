import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { mainCalls, type AppInfo } from '#contract/http/main.ts'
import { deviceTypeOf, type DeviceType } from '#contract/rules/deviceType.ts'
import type { Api } from '../services/api.ts'

/** Configuration that the server sends to every device, also before a login. */
export class DeviceStore {
  /** null until the first response. */
  info: AppInfo | null = null

  constructor(private readonly api: Api) {
    makeAutoObservable<this, 'api'>(this, { api: false, info: observableRef })
  }

  get deviceType(): DeviceType {
    return deviceTypeOf(navigator.userAgent)
  }

  /** Link of the messenger chat; null when none is configured. */
  get messenger(): string | null {
    return this.info?.messenger || null
  }

  /** Loads without loading indicator or alert. On a failure the earlier data stays. Throws CallError. */
  async load(): Promise<void> {
    const info = await this.api.call(mainCalls.appInfo, {}, { loading: false, ownFailure: true })
    runInAction(() => (this.info = info))
  }
}
