import type { HostInfo } from './ipc.ts'
import { languageCodes } from './languages.ts'

/** What a browser tells of itself, and every host until it has started. */
export const browserHost: HostInfo = {
  deviceId: '',
  hasSession: false,
  kiosk: false,
  attractSeconds: 0,
  endText: '',
  isConfigDamaged: false,
  version: '',
  runtime: '',
  inService: true,
  isEnrolled: false,
  hasPrinter: false,
  languages: languageCodes,
  volume: 100,
}
