import type { BrowserWindow } from 'electron'
import type { WindowSystem } from '#contract/terminal.ts'

/** An X server gives its clients no smaller number; on Wayland Chromium counts its windows from 1. */
const smallestOfX11 = 1 << 16

/** What draws a window; undefined: there is none. */
export function windowSystemOf(
  window: Pick<BrowserWindow, 'isDestroyed' | 'getNativeWindowHandle'> | null,
  platform: NodeJS.Platform = process.platform,
): WindowSystem | undefined {
  if (platform === 'win32') return 'windows'
  if (platform === 'darwin') return 'macos'
  if (window === null || window.isDestroyed()) return undefined
  const handle = window.getNativeWindowHandle()
  return handle.readUInt32LE(0) < smallestOfX11 ? 'wayland' : 'x11'
}
