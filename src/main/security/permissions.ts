import type { Session, WebContents } from 'electron'

export interface PermissionExceptions {
  /** Names of permissions that a page may have. */
  permissions?: readonly string[]
  /** Whether the page at this address may see through the camera: itself, not its frames, and without the microphone. */
  mayUseCamera?: (address: string) => boolean
  mayDownload?: (url: string) => boolean
}

/** Denies every permission, device and download, except for the given exceptions. */
export function denyPermissions(session: Session, except: PermissionExceptions = {}): void {
  const { permissions = [], mayDownload = () => false, mayUseCamera = () => false } = except
  const maySee = (contents: Pick<WebContents, 'getURL'> | null, isMainFrame: boolean) =>
    contents !== null && isMainFrame && mayUseCamera(contents.getURL())
  session.setPermissionRequestHandler((contents, permission, callback, details) => {
    const isCamera =
      permission === 'media' && 'mediaTypes' in details && details.mediaTypes?.join() === 'video'
    const granted = permissions.includes(permission) || (isCamera && maySee(contents, details.isMainFrame))
    if (!granted) console.warn('refused: permission', permission)
    callback(granted)
  })
  session.setPermissionCheckHandler((contents, permission, _origin, details) => {
    const isCamera = permission === 'media' && details.mediaType === 'video'
    return permissions.includes(permission) || (isCamera && maySee(contents, details.isMainFrame))
  })
  session.setDevicePermissionHandler(() => false)
  session.setDisplayMediaRequestHandler((_request, callback) => callback({}))
  session.on('will-download', (event, item) => {
    if (!mayDownload(item.getURL())) event.preventDefault()
  })
}
