import type { Platform } from '../platform/Platform.ts'
import type { Storages } from './storage.ts'

/**
 * Whether this is the app rather than a page in a browser: the Electron window, or the web client started
 * from the home screen. Stored in local storage as `isApp`, 1 or 0.
 */
export function readAppFlag(
  host: Platform['host'],
  local: Storages['local'],
  isStandalone: () => boolean = standalone,
): boolean {
  const isApp = host === 'electron' || isStandalone() || Boolean(Number(local.get('isApp') ?? 0))
  local.set('isApp', isApp ? 1 : 0)
  return isApp
}

function standalone(): boolean {
  return typeof matchMedia === 'function' && matchMedia('(display-mode: standalone)').matches
}
