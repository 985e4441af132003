import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildDebianPackage } from '../../../scripts/packaging/debian.ts'

/**
 * The kiosk's Debian package with a small program in place of the application, and as careless with rights as a build folder may
 * be. A broken program ends with an error. Returns the path of the `.deb`, in `folder`.
 */
export function smallPackage(folder: string, version: string, isBroken = false): string {
  const packed = join(folder, 'packed')
  mkdirSync(join(packed, 'resources'), { recursive: true })
  writeFileSync(join(packed, 'palpite'), `#!/bin/sh\nexit ${isBroken ? 1 : 0}\n`, { mode: 0o777 })
  writeFileSync(join(packed, 'libone.so.1'), '', { mode: 0o777 })
  writeFileSync(join(packed, 'chrome-sandbox'), '', { mode: 0o4755 })
  writeFileSync(join(packed, 'resources', 'app.asar'), `pages of ${version}`, { mode: 0o666 })
  return buildDebianPackage({
    packed,
    output: folder,
    version,
    maintainer: 'Kiosk <kiosk@venue.example>',
    product: 'Kiosk',
  })
}
