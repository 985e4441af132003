/** The kiosk's Debian package and the apt repository, with a small program in place of the application. `npm run kiosk:debian` installs the real one. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeRepository } from '../../../scripts/packaging/aptRepository.ts'
import { smallPackage } from '../../kiosk/harness/smallPackage.ts'

const tools = ['apt-get', 'apt-ftparchive', 'dpkg-deb', 'gpg', 'lintian']
const missing = tools.filter((tool) => spawnSync('which', [tool]).status !== 0)
const reason = missing.length === 0 ? '' : `needs Debian with ${missing.join(', ')}`
if (reason !== '') console.log(`skipped: the Debian package: ${reason}`)

let folder = ''
const path = (name: string) => join(folder, name)
const run = (command: string, ...args: string[]) =>
  execFileSync(command, args, { encoding: 'utf8', stdio: 'pipe' })

const build = (version: string) => smallPackage(folder, version)

beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'palpite-deb-'))))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.skipIf(reason !== '')('the Debian package', () => {
  it('belongs to root, who alone may write; nothing of it takes rights', () => {
    const deb = build('1.0.0')
    const lines = run('dpkg-deb', '--contents', deb).trim().split('\n')
    const wrong = lines.filter((line) => !/^[-d][-rwx]{3}[-r]-[-x][-r]-[-x] root\/root /.test(line))
    expect(wrong).toEqual([])
    const modes = new Map(lines.map((line) => [line.split(' ./')[1] ?? '', line.slice(0, 10)]))
    expect(modes.get('usr/lib/palpite-kiosk/palpite')).toBe('-rwxr-xr-x')
    expect(modes.get('usr/lib/palpite-kiosk/libone.so.1')).toBe('-rw-r--r--')
    expect(modes.get('etc/palpite/kiosk.env')).toBe('-rw-------')
    expect([...modes.keys()].filter((name) => name.includes('chrome-sandbox'))).toEqual([])
    expect(modes.get('usr/lib/systemd/logind.conf.d/palpite-kiosk.conf')).toBe('-rw-r--r--')
    // `dpkg --verify` finds a changed archive.
    expect(run('dpkg-deb', '--info', deb, 'md5sums')).toMatch(
      /^[0-9a-f]{32} {2}usr\/lib\/palpite-kiosk\/resources\/app\.asar$/m,
    )
  })

  it('has temporary files in memory, where the kiosk goes when its disk is full', () => {
    const unit = readFileSync('resources/venue/debian/palpite-kiosk.service', 'utf8')
    expect(unit).toMatch(/^TemporaryFileSystem=\/tmp:mode=1777/m)
    // It would take the place of the one above.
    expect(unit).not.toMatch(/^PrivateTmp=yes/m)
  })

  it('has no fault that lintian knows', () => {
    const quiet = ['--allow-root', '--fail-on', 'error,warning']
    const { status, stdout } = spawnSync('lintian', [...quiet, path('palpite-kiosk_1.0.0_amd64.deb')], {
      encoding: 'utf8',
    })
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' })
    // It reads for seconds, on a busy machine for much longer.
  }, 120_000)

  it('its scripts have no syntax errors', () => {
    const home = 'resources/venue/debian'
    const scripts = ['postinst', 'postrm', 'prerm', 'request', 'rotate-touch', 'rotation', 'session', 'start']
    for (const script of scripts) run('sh', '-n', join(home, script))
  })
})

describe.skipIf(reason !== '')('the apt repository', () => {
  it('is accepted by apt with the file that it comes with, and refused once somebody has changed it', () => {
    const repository = path('updates')
    const release = (version: string) =>
      writeRepository({
        deb: build(version),
        key: path('key.asc'),
        folder: repository,
        url: `file:${repository}/`,
        owner: 'Venue',
      })
    const fingerprint = release('1.0.0')
    expect(release('1.10.0')).toBe(fingerprint)
    expect(statSync(path('key.asc')).mode & 0o777).toBe(0o600)
    // By the handbook's command an administrator sees whose key it is.
    const [command = ''] = /^sed .*gpg --show-keys$/m.exec(readFileSync('docs/venue.md', 'utf8')) ?? []
    const shown = command
      .replace('/etc/apt/sources.list.d', repository)
      .replace('gpg ', `gpg --no-keyring --homedir ${folder} `)
    expect(run('sh', '-c', shown)).toContain(fingerprint)
    for (const name of ['state/lists/partial', 'cache/archives/partial', 'dpkg']) {
      mkdirSync(path(name), { recursive: true })
    }
    writeFileSync(path('dpkg/status'), '')
    const options = [
      ['Dir::State', path('state')],
      ['Dir::State::status', path('dpkg/status')],
      ['Dir::Cache', path('cache')],
      ['Dir::Etc::sourcelist', join(repository, 'palpite-kiosk.sources')],
      ['Dir::Etc::sourceparts', '-'],
      ['APT::Update::Error-Mode', 'any'],
      ['APT::Sandbox::User', ''],
    ].flatMap(([name, value]) => ['-o', `${name}=${value}`])
    run('apt-get', ...options, 'update')
    const policy = run('apt-cache', ...options, 'policy', 'palpite-kiosk')
    expect(policy).toMatch(/Candidate: 1\.10\.0/)
    // To go back to.
    expect(policy).toContain('1.0.0')
    const uris = run('apt-get', ...options, 'download', '--print-uris', 'palpite-kiosk')
    expect(uris).toContain(`${repository}/palpite-kiosk_1.10.0_amd64.deb'`)

    const index = join(repository, 'InRelease')
    writeFileSync(index, readFileSync(index, 'utf8').replace('Origin: Venue', 'Origin: Other'))
    const refused = spawnSync('apt-get', [...options, 'update'], { encoding: 'utf8' })
    expect(refused.status).not.toBe(0)
    expect(refused.stderr).toMatch(/not signed|BADSIG|signature/i)
  }, 60_000)
})
