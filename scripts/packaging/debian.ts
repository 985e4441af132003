/**
 * Debian's package of the kiosk: the packed application with a systemd unit that starts it on the machine's only screen. All
 * of it belongs to root and nothing to the account that runs it, which is what protects the program on Linux: Electron does
 * not check its archive there.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { kioskPackage } from '#contract/release.ts'

const templates = join('resources', 'venue', 'debian')
const home = join('usr', 'lib', kioskPackage)
const units = join('lib', 'systemd', 'system')
const documents = join('usr', 'share', 'doc', kioskPackage)

/**
 * Libraries that the runtime loads, a compositor for one window, the X server inside it, letters for the nine languages, and
 * what the scripts call. Debian 13 renamed some libraries (`t64`).
 */
const depends = [
  'adduser',
  // For apt, which reads the operator's repository by https.
  'ca-certificates',
  'cage',
  'dbus',
  'fonts-noto-cjk',
  'fonts-noto-core',
  'libasound2t64 | libasound2',
  'libatk-bridge2.0-0t64 | libatk-bridge2.0-0',
  'libatk1.0-0t64 | libatk1.0-0',
  'libatspi2.0-0t64 | libatspi2.0-0',
  'libc6 (>= 2.36)',
  'libcups2t64 | libcups2',
  'libgbm1',
  'libgtk-3-0t64 | libgtk-3-0',
  'libnss3',
  'libpam-systemd',
  'procps',
  'systemd',
  'udev',
  'wlr-randr',
  'xwayland',
]
/** A printer of the system, and speech for people who cannot see the screen, with sound cards that are not mute from the start. */
const recommends = [
  'alsa-utils',
  'cups',
  'cups-filters',
  'fonts-noto-color-emoji',
  'speech-dispatcher',
  'speech-dispatcher-espeak-ng',
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
  /** Without, the file is made in a second and three times as large. */
  isCompressed?: boolean
}

/** Returns the path of the `.deb`. Needs `dpkg-deb`. */
export function buildDebianPackage(options: DebianPackage): string {
  const { packed, output, version, maintainer, product, isCompressed = true } = options
  const root = join(output, 'debian')
  rmSync(root, { recursive: true, force: true })
  const write = (to: string, content: string | Buffer, mode = 0o644) => {
    mkdirSync(join(root, to, '..'), { recursive: true })
    writeFileSync(join(root, to), content)
    chmodSync(join(root, to), mode)
  }
  const put = (from: string, to: string, mode?: number) => write(to, readFileSync(from), mode)
  const compress = (to: string, content: string | Buffer) => write(to, gzipSync(content, { level: 9 }))
  putApplication(packed, join(root, home))
  for (const script of ['request', 'rotate-touch', 'rotation', 'session', 'start']) {
    put(join(templates, script), join(home, script), 0o755)
  }
  for (const unit of [
    `${kioskPackage}.service`,
    `${kioskPackage}-request.path`,
    `${kioskPackage}-request.service`,
  ]) {
    put(join(templates, unit), join(units, unit))
  }
  // Of CUPS' own unit, whether or not it is installed.
  put(join(templates, 'cups.conf'), join(units, 'cups.service.d', `${kioskPackage}.conf`))
  // Read by logind in /usr/lib since Debian 12, whose /lib is /usr/lib.
  put(join(templates, 'logind.conf'), join('usr', 'lib', 'systemd', 'logind.conf.d', `${kioskPackage}.conf`))
  put(join(templates, 'backlight.rules'), join('lib', 'udev', 'rules.d', `70-${kioskPackage}.rules`))
  put(join(templates, 'kiosk.env'), join('etc', 'palpite', 'kiosk.env'), 0o600)
  // Read by its server of speech, where that is installed.
  const speech = join('etc', 'speech-dispatcher', 'clients', `${kioskPackage}.conf`)
  put(join(templates, 'speech.conf'), speech)
  put(join('docs', 'venue.md'), join(documents, 'README'))
  put('LICENSE', join(documents, 'copyright'))
  compress(join(documents, 'CHANGELOG.md.gz'), readFileSync('CHANGELOG.md'))
  compress(join(documents, 'changelog.gz'), changelog(version, maintainer))
  put(join(templates, 'lintian-overrides'), join('usr', 'share', 'lintian', 'overrides', kioskPackage))
  const sums = md5Sums(root)
  for (const name of ['postinst', 'postrm', 'prerm']) put(join(templates, name), join('DEBIAN', name), 0o755)
  // An upgrade keeps what the venue wrote there.
  write(join('DEBIAN', 'conffiles'), `/etc/palpite/kiosk.env\n/${speech}\n`)
  // `dpkg --verify` compares the installed files with them.
  write(join('DEBIAN', 'md5sums'), sums)
  const control = [
    `Package: ${kioskPackage}`,
    `Version: ${version}`,
    'Architecture: amd64',
    `Maintainer: ${maintainer}`,
    `Installed-Size: ${Math.ceil(sizeOf(root) / 1024)}`,
    `Depends: ${depends.join(', ')}`,
    `Recommends: ${recommends.join(', ')}`,
    'Section: games',
    'Priority: optional',
    `Description: ${product} betting terminal`,
    ' Starts on the first console, without a desktop, and again whenever it ends.',
    '',
  ]
  write(join('DEBIAN', 'control'), control.join('\n'))
  const file = join(output, `${kioskPackage}_${version}_amd64.deb`)
  const compression = isCompressed ? ['-Zxz', '-z1'] : ['-Znone']
  execFileSync('dpkg-deb', ['--root-owner-group', ...compression, '--build', root, file], {
    stdio: 'inherit',
  })
  rmSync(root, { recursive: true })
  return file
}

/** Nobody but root may write, whatever the rights were where it was packed; libraries are not programs. */
function putApplication(packed: string, to: string): void {
  // The unit forbids programs that take rights (NoNewPrivileges); Chromium's sandbox has namespaces instead.
  const isNeeded = (path: string) => !path.endsWith('chrome-sandbox')
  mkdirSync(join(to, '..'), { recursive: true })
  cpSync(packed, to, { recursive: true, filter: isNeeded })
  chmodSync(to, 0o755)
  for (const entry of readdirSync(to, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const isProgram =
      entry.isDirectory() || ((statSync(path).mode & 0o111) !== 0 && !/\.so(\.\d+)*$/.test(path))
    chmodSync(path, isProgram ? 0o755 : 0o644)
  }
}

/** Debian's own format; what changed is in CHANGELOG.md. */
function changelog(version: string, maintainer: string): string {
  const date = new Date().toUTCString().replace('GMT', '+0000')
  return `${kioskPackage} (${version}) stable; urgency=medium\n\n  * See CHANGELOG.md.gz.\n\n -- ${maintainer}  ${date}\n`
}

function filesOf(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

function md5Sums(root: string): string {
  const lines = filesOf(root)
    .map((path) => path.slice(root.length + 1))
    // The venue changes them.
    .filter((path) => !path.startsWith('etc/'))
    .sort()
    .map(
      (path) =>
        `${createHash('md5')
          .update(readFileSync(join(root, path)))
          .digest('hex')}  ${path}\n`,
    )
  return lines.join('')
}

function sizeOf(folder: string): number {
  return filesOf(folder).reduce((sum, path) => sum + statSync(path).size, 0)
}
