/** The apt repository that `npm run release` writes for the terminals. It needs apt-ftparchive (apt-utils) and gpg. */
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { kioskPackage, releaseIndex, releasePackages } from '#contract/release.ts'

export interface RepositoryOptions {
  /** The package of the new release. */
  deb: string
  /** The operator's secret key for releases, as OpenPGP in ASCII; made where there is none. */
  key: string
  /** The server's UPDATES_DIR. */
  folder: string
  /** Where terminals find the folder: `https://palpite.example/updates/`. */
  url: string
  /** Whose key it is. */
  owner: string
}

/** A terminal that goes back gets the version before from here, so some stay. */
const keptVersions = 4
/** What an administrator copies to a terminal, once. */
const sourceName = `${kioskPackage}.sources`

/**
 * Adds the package to the repository. The signed index comes last, so that apt never sees one whose files are missing. Returns the
 * fingerprint of the key.
 */
export function writeRepository({ deb, key, folder, url, owner }: RepositoryOptions): string {
  mkdirSync(folder, { recursive: true })
  copyFileSync(deb, join(folder, basename(deb)))
  removeOldVersions(folder)
  // Read by apt as any user of the terminal's machine, and by the server.
  chmodSync(join(folder, basename(deb)), 0o644)
  const listed = execFileSync('apt-ftparchive', ['packages', '.'], { cwd: folder, encoding: 'utf8' })
  // The server has names only, and apt asks for what is written here.
  const packages = listed.replaceAll(/^Filename: \.\//gm, 'Filename: ')
  const work = mkdtempSync(join(tmpdir(), 'release-'))
  try {
    writeFileSync(join(work, releasePackages), packages)
    writeFileSync(join(work, `${releasePackages}.gz`), gzipSync(packages))
    const names = { Origin: owner, Label: owner, Suite: 'stable', Architectures: 'amd64' }
    const options = Object.entries(names).flatMap(([name, value]) => [
      '-o',
      `APT::FTPArchive::Release::${name}=${value}`,
    ])
    const release = execFileSync('apt-ftparchive', [...options, 'release', '.'], { cwd: work })
    const ring = openKey(work, key, owner)
    writeFileSync(join(work, 'Release'), release)
    try {
      ring.sign(join(work, 'Release'), join(work, releaseIndex))
    } finally {
      ring.close()
    }
    writeFileSync(join(work, sourceName), sourceOf(url, ring.publicKey))
    for (const name of [`${releasePackages}.gz`, releasePackages, sourceName, releaseIndex]) {
      // The temporary folder may be on another disk.
      copyFileSync(join(work, name), join(folder, `${name}.new`))
      chmodSync(join(folder, `${name}.new`), 0o644)
      renameSync(join(folder, `${name}.new`), join(folder, name))
    }
    return ring.fingerprint
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

function removeOldVersions(folder: string): void {
  const debs = readdirSync(folder)
    .filter((name) => name.startsWith(`${kioskPackage}_`) && name.endsWith('.deb'))
    .sort((one, other) => other.localeCompare(one, 'en', { numeric: true }))
  for (const old of debs.slice(keptVersions)) rmSync(join(folder, old))
}

/** The key in a keyring of its own, which the caller deletes with the folder; made at the first release. */
function openKey(work: string, file: string, owner: string) {
  const home = join(work, 'keyring')
  mkdirSync(home, { mode: 0o700 })
  const gpg = (...args: string[]) =>
    execFileSync(
      'gpg',
      ['--homedir', home, '--batch', '--quiet', '--pinentry-mode', 'loopback', '--passphrase', '', ...args],
      {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
  if (existsSync(file)) gpg('--import', file)
  else {
    gpg('--quick-generate-key', `${owner} (releases of the kiosk)`, 'ed25519', 'sign', 'never')
    writeFileSync(file, gpg('--armor', '--export-secret-keys'), { mode: 0o600, flag: 'wx' })
  }
  const fingerprint = /^fpr:+(\w+):/m.exec(gpg('--with-colons', '--list-secret-keys'))?.[1]
  if (fingerprint === undefined) throw new Error(`${file} contains no secret key`)
  return {
    fingerprint,
    publicKey: gpg('--armor', '--export', fingerprint),
    sign: (from: string, to: string) =>
      void gpg('--local-user', fingerprint, '--clearsign', '--output', to, from),
    /** Ends the agent, which gpg starts for every keyring and leaves behind. */
    close: () => void execFileSync('gpgconf', ['--homedir', home, '--kill', 'gpg-agent']),
  }
}

/** One file that tells apt where the repository is and whose signature it believes there. */
function sourceOf(url: string, publicKey: string): string {
  const key = publicKey
    .trimEnd()
    .split('\n')
    .map((line) => ` ${line || '.'}`)
    .join('\n')
  return `Types: deb\nURIs: ${url}\nSuites: /\nSigned-By:\n${key}\n`
}
