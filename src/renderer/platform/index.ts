import { createElectronPlatform } from './electron.ts'
import type { Platform } from './Platform.ts'
import { createWebPlatform } from './web.ts'

/** The bundler knows the host (`__HOST__`) and drops the other host's code. */
export function createPlatform(): Platform {
  return __HOST__ === 'electron' ? createElectronPlatform() : createWebPlatform()
}
