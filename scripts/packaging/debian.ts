/** Debian's package of the kiosk: the packed folder with a systemd unit that starts it on the machine's only screen. */
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const templates = join('resources', 'venue', 'debian')
/** Libraries that the runtime loads, a compositor for one window, the X server inside it, and what the scripts call. */
const depends = [
  'adduser',
  'cage',
  'dbus',
  'fonts-noto-core',
  'libasound2',
  'libgbm1',
  'libgtk-3-0',
  'libnss3',
  'libpam-systemd',
  'systemd',
  'udev',
  'xwayland',
]

interface DebianPackage {
  /** The packed application. */
  packed: string
  /** Where the file is written. */
  output: string
  version: string
  maintainer: string
  /** Name of the brand. */
  product: string
}

/** Returns the path of the `.deb`. Needs `dpkg-deb`. */
export function buildDebianPackage({ packed, output, version, maintainer, product }: DebianPackage): string {
  const root = join(output, 'debian')
  rmSync(root, { recursive: true, force: true })
  const put = (from: string, to: string, mode: number) => {
    mkdirSync(join(root, to, '..'), { recursive: true })
    cpSync(from, join(root, to), { recursive: true })
    chmodSync(join(root, to), mode)
  }
  put(packed, 'opt/Palpite', 0o755)
  put(join(templates, 'palpite-kiosk.service'), 'lib/systemd/system/palpite-kiosk.service', 0o644)
  put(join(templates, 'kiosk.env'), 'etc/palpite/kiosk.env', 0o644)
  put(join('docs', 'venue.md'), 'usr/share/doc/palpite-kiosk/README', 0o644)
  put('LICENSE', 'usr/share/doc/palpite-kiosk/copyright', 0o644)
  for (const name of ['postinst', 'prerm']) put(join(templates, name), join('DEBIAN', name), 0o755)
  const size = Math.ceil(sizeOf(root) / 1024)
  const control = [
    'Package: palpite-kiosk',
    `Version: ${version}`,
    'Architecture: amd64',
    `Maintainer: ${maintainer}`,
    `Installed-Size: ${size}`,
    `Depends: ${depends.join(', ')}`,
    'Section: games',
    'Priority: optional',
    `Description: ${product} betting terminal`,
    ' Starts on the first console, without a desktop, and again whenever it ends.',
    '',
  ]
  writeFileSync(join(root, 'DEBIAN', 'control'), control.join('\n'))
  // An upgrade keeps what the venue wrote there.
  writeFileSync(join(root, 'DEBIAN', 'conffiles'), '/etc/palpite/kiosk.env\n')
  const file = join(output, `palpite-kiosk_${version}_amd64.deb`)
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zxz', '-z1', '--build', root, file], { stdio: 'inherit' })
  rmSync(root, { recursive: true })
  return file
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}
