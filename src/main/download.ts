import type { BrowserWindow } from 'electron'
import { exportFilePath, formerExportFilePath } from '#contract/http/exports.ts'
import type { AppConfig } from './config/AppConfig.ts'

/** Whether an address is that of a player's finished file on the configured server. */
export function isExportFile(url: string, { serverUrl }: Pick<AppConfig, 'serverUrl'>): boolean {
  return [exportFilePath, formerExportFilePath].some((path) => url.startsWith(new URL(path, serverUrl).href))
}

/**
 * Downloads a finished file of the player: Chromium writes it from the network to the disk and asks where. False in a
 * kiosk, which strangers share.
 */
export function downloadExport(
  path: string,
  config: Pick<AppConfig, 'serverUrl' | 'kiosk'>,
  window: Pick<BrowserWindow, 'webContents'> | null,
): boolean {
  const { href } = new URL(path, config.serverUrl)
  if (config.kiosk || window === null || !isExportFile(href, config)) return false
  window.webContents.downloadURL(href)
  return true
}
