import { createElectronPlatform } from './electron.ts'
import type { Platform } from './Platform.ts'
import { createWebPlatform } from './web.ts'

export type { PaymentClosed, Platform } from './Platform.ts'

/** The bundler knows the host (`__HOST__`): the other one's code falls away. */
export function createPlatform(): Platform {
  return __HOST__ === 'electron' ? createElectronPlatform() : createWebPlatform()
}
