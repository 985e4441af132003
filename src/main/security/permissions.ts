import type { Session } from 'electron'

export interface PermissionExceptions {
  /** Names of permissions that a page may have. */
  permissions?: readonly string[]
  mayDownload?: (url: string) => boolean
}

/** Denies every permission, device and download, except for the given exceptions. */
export function denyPermissions(session: Session, except: PermissionExceptions = {}): void {
  const { permissions = [], mayDownload = () => false } = except
  session.setPermissionRequestHandler((_contents, permission, callback) => {
    const granted = permissions.includes(permission)
    if (!granted) console.warn('refused: permission', permission)
    callback(granted)
  })
  session.setPermissionCheckHandler((_contents, permission) => permissions.includes(permission))
  session.setDevicePermissionHandler(() => false)
  session.setDisplayMediaRequestHandler((_request, callback) => callback({}))
  session.on('will-download', (event, item) => {
    if (!mayDownload(item.getURL())) event.preventDefault()
  })
}
