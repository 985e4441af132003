/**
 * The life of the kiosk's package on this machine's Debian, with the real dpkg and apt in a layer over it: the short part of
 * `npm run kiosk:debian`, which has whole machines, the real program and Cage.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { kioskPackage } from '#contract/release.ts'
import { writeRepository } from '../../../scripts/packaging/aptRepository.ts'
import { OverlaidDebian, whyNoOverlaidDebian } from '../../kiosk/harness/OverlaidDebian.ts'
import { smallPackage } from '../../kiosk/harness/smallPackage.ts'

const reason = whyNoOverlaidDebian()
if (reason !== '') console.log(`skipped: the package installed: ${reason}`)

const unit = `${kioskPackage}.service`
const requests = `${kioskPackage}-request.path`
const home = `/usr/lib/${kioskPackage}`
const environment = 'PALPITE_SERVER_URL=https://venue.example\nPALPITE_TRIAL_SECONDS=1\n'
/** A compositor that turns its screen by itself, as that of Debian 12, and one that does not. Both tell what they are to run. */
const cages = {
  turning: '#!/bin/sh\nif [ "$1" = -h ]; then echo " -r  Rotate"; exit 1; fi\necho "$@"\n',
  other: '#!/bin/sh\nif [ "$1" = -h ]; then exit 1; fi\nshift\nexec "$@"\n',
}

let folder = ''
let debian: OverlaidDebian
const debs = { first: '', second: '', broken: '' }

beforeAll(async () => {
  if (reason !== '') return
  folder = mkdtempSync(join(tmpdir(), 'palpite-installation-'))
  debs.first = smallPackage(folder, '1.0.0')
  debs.second = smallPackage(folder, '1.1.0')
  debs.broken = smallPackage(folder, '1.2.0', true)
  debian = await OverlaidDebian.start()
  debian.provideDependenciesOf(debs.first)
}, 60_000)

afterAll(async () => {
  if (reason !== '') return
  await debian.stop()
  rmSync(folder, { recursive: true })
})

/** By dpkg, as a technician with a file. */
function install(deb: string): void {
  cpSync(deb, debian.path(join('/srv', basename(deb))))
  debian.run('dpkg', '--install', '--force-confold', join('/srv', basename(deb)))
}

const installed = () => debian.run('dpkg-query', '--show', '--showformat=${Version}', kioskPackage)

/** By the operator, into the repository that the terminal knows. */
function release(deb: string): void {
  const updates = join(folder, 'updates')
  const key = join(folder, 'key.asc')
  writeRepository({ deb, key, folder: updates, url: 'file:/srv/updates/', owner: 'Venue' })
  cpSync(updates, debian.path('/srv/updates'), { recursive: true })
}

/** By the kiosk: creates a file, and its unit does what the name says. */
function request(name: string): void {
  debian.write(`/run/palpite/request-${name}`, '')
  debian.run('env', 'PALPITE_TRIAL_SECONDS=1', `${home}/request`)
}

const status = () =>
  Object.fromEntries(
    readFileSync(debian.path('/var/lib/palpite-kiosk/status'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split('=')),
  ) as Record<string, string>

describe.skipIf(reason !== '')('the package installed', () => {
  it('has an account that nobody can log in to, and a kiosk that starts with the machine, but not at once', () => {
    install(debs.first)
    expect(debian.run('getent', 'passwd', 'palpite')).toMatch(/:\/var\/lib\/palpite:\/usr\/sbin\/nologin$/)
    expect(debian.run('getent', 'shadow', 'palpite').split(':')[1]).toMatch(/^[!*]/)
    expect(debian.run('id', '--name', '--groups', 'palpite').split(' ')).toEqual(
      expect.arrayContaining(['video', 'render', 'input', 'audio']),
    )
    expect(debian.try('systemctl', 'is-enabled', unit, requests)).toBe('enabled\nenabled')
    expect(debian.isActive(unit)).toBe(false)
    expect(debian.isActive(requests)).toBe(true)
    // Its spool is in memory from now on.
    expect(debian.asked()).toContain('try-restart cups.service')
    expect(debian.run('dpkg', '--verify', kioskPackage)).toBe('')
    debian.write('/etc/palpite/kiosk.env', environment)
  })

  it('has units that systemd understands, with few rights', () => {
    const units = [unit, requests, `${kioskPackage}-request.service`]
    expect(debian.try('systemd-analyze', 'verify', '--man=no', ...units)).toBe('')
    // Of 100; a unit without any limit has 96. Chromium's sandbox and a terminal's devices need the rest.
    debian.run('systemd-analyze', 'security', '--offline=true', '--threshold=40', unit)
  })

  it('keeps what the venue has set when another version is installed, and restarts', () => {
    debian.asked()
    install(debs.second)
    expect(debian.asked()).toContain(`restart ${requests} ${unit}`)
    expect(debian.isActive(unit)).toBe(true)
    expect(readFileSync(debian.path('/etc/palpite/kiosk.env'), 'utf8')).toBe(environment)
  })

  it('stays disabled when an administrator has disabled it, also with an earlier version', () => {
    debian.run('systemctl', 'disable', unit)
    debian.run('systemctl', 'stop', unit)
    install(debs.first)
    expect(debian.try('systemctl', 'is-enabled', unit)).toBe('disabled')
    expect(debian.isActive(unit)).toBe(false)
    expect(readFileSync(debian.path('/etc/palpite/kiosk.env'), 'utf8')).toBe(environment)
    debian.run('systemctl', 'enable', unit)
    debian.run('systemctl', 'start', unit)
  })

  it('says that it has no source of updates', () => {
    request('download')
    expect(status()).toEqual({ state: 'failed', why: 'noSource' })
  })

  it('takes a release by itself, once it was told where', () => {
    release(debs.first)
    release(debs.second)
    cpSync(
      join(folder, 'updates', `${kioskPackage}.sources`),
      debian.path(`/etc/apt/sources.list.d/${kioskPackage}.sources`),
    )
    request('download')
    expect(status()).toEqual({ state: 'ready', version: '1.1.0' })
    expect(installed()).toBe('1.0.0')
    request('install')
    expect(status()).toEqual({ state: 'current', version: '1.1.0' })
    expect(installed()).toBe('1.1.0')
  })

  it('goes back after a power cut during the trial, when its page does not come up', () => {
    // The machine is on again, and the kiosk was started.
    debian.run('rm', '/run/palpite/proven')
    debian.write('/var/lib/palpite-kiosk/trial', '1.1.0 1.0.0\n')
    cpSync(debs.first, debian.path('/var/cache/palpite-kiosk/1.0.0.deb'))
    debian.run('env', 'PALPITE_TRIAL_SECONDS=1', `${home}/request`)
    expect(installed()).toBe('1.0.0')
    expect(status()).toEqual({ state: 'rolledBack', version: '1.1.0' })
    expect(debian.has('/var/lib/palpite-kiosk/trial')).toBe(false)
  })

  it('goes back from a release whose page does not come up, and does not take it again', () => {
    release(debs.broken)
    request('download')
    request('install')
    expect(installed()).toBe('1.0.0')
    expect(status()).toEqual({ state: 'rolledBack', version: '1.2.0' })
    request('download')
    expect(status()).toEqual({ state: 'rolledBack', version: '1.2.0' })
  })

  it('goes back after a power cut in the middle of the installation', () => {
    debian.run('rm', '-f', '/run/palpite/proven')
    cpSync(debs.broken, debian.path('/srv/broken.deb'))
    debian.run('dpkg', '--unpack', '/srv/broken.deb')
    debian.write('/var/lib/palpite-kiosk/trial', '1.2.0 1.0.0\n')
    debian.run('env', 'PALPITE_TRIAL_SECONDS=1', `${home}/request`)
    expect(installed()).toBe('1.0.0')
    expect(debian.run('dpkg-query', '--show', '--showformat=${db:Status-Status}', kioskPackage)).toBe(
      'installed',
    )
    expect(status()).toEqual({ state: 'rolledBack', version: '1.2.0' })
    expect(debian.has('/var/lib/palpite-kiosk/trial')).toBe(false)
  })

  it('refuses a repository that somebody else has signed', () => {
    const index = debian.path('/srv/updates/InRelease')
    writeFileSync(index, readFileSync(index, 'utf8').replace('Origin: Venue', 'Origin: Other'))
    request('download')
    expect(status()).toMatchObject({ state: 'failed', why: 'list' })
  })

  it('does what the kiosk may ask for, and nothing else', () => {
    debian.run('ln', '--symbolic', '/etc/palpite', '/run/palpite/request-check')
    debian.run('mkdir', '/run/palpite/request-anything')
    debian.write('/run/palpite/request-anything/else', '')
    debian.asked()
    debian.run(`${home}/request`)
    expect(debian.asked()).toEqual([])
    expect(debian.try('sh', '-c', 'ls -d /run/palpite/request-* 2>/dev/null')).toBe('')
    expect(debian.has('/etc/palpite/kiosk.env')).toBe(true)
    request('stop')
    expect(debian.asked()).toEqual([`stop ${unit}`])
    request('reboot')
    request('poweroff')
    expect(debian.asked()).toEqual(['reboot', 'poweroff'])
    expect(status()['altered']).toBeUndefined()
    writeFileSync(debian.path(`${home}/resources/app.asar`), 'other pages')
    request('check')
    expect(status()['altered']).toBe(`${home}/resources/app.asar`)
  })

  it('turns screen and touch panel, in either kind of compositor', () => {
    const rules = '/run/udev/rules.d/95-palpite-kiosk.rules'
    debian.write(
      '/usr/local/bin/wlr-randr',
      '#!/bin/sh\nif [ $# = 0 ]; then echo "eDP-1 x"; else echo "$@"; fi\n',
    )
    debian.write('/usr/local/bin/cage', cages.turning)
    debian.write('/usr/local/bin/udevadm', '#!/bin/sh\necho "udevadm $*"\n')
    debian.run('sh', '-c', 'chmod 755 /usr/local/bin/*')
    const start = (...assignments: string[]) => debian.run('env', ...assignments, `${home}/start`)
    debian.write('/var/lib/palpite/rotation', '270')
    expect(start()).toBe(`-r -r -r -- ${home}/session`)
    expect(start('PALPITE_ROTATION=90')).toBe(`-r -- ${home}/session`)
    expect(start('PALPITE_ROTATION=0')).toBe(`-- ${home}/session`)
    debian.write('/usr/local/bin/cage', cages.other)
    expect(start('PALPITE_ROTATION=180')).toBe('--output eDP-1 --transform 180')
    expect(start('PALPITE_ROTATION=0')).toBe('')
    debian.run(`${home}/rotate-touch`)
    expect(readFileSync(debian.path(rules), 'utf8')).toContain(
      'ENV{LIBINPUT_CALIBRATION_MATRIX}="0 1 0 -1 0 1"',
    )
    debian.run('env', 'PALPITE_ROTATION=0', `${home}/rotate-touch`)
    expect(debian.has(rules)).toBe(false)
  })

  it('keeps the terminal’s key when it is removed, and nothing when it is purged', async () => {
    debian.write('/var/lib/palpite/terminal.json', '{}')
    debian.run('systemctl', 'start', unit)
    debian.run('dpkg', '--remove', kioskPackage)
    expect(debian.isActive(unit)).toBe(false)
    expect(debian.has('/var/lib/palpite/terminal.json')).toBe(true)
    expect(statSync(debian.path('/etc/palpite/kiosk.env')).mode & 0o777).toBe(0o600)
    // As the server of speech does, which outlives the kiosk for some seconds.
    debian.run('sh', '-c', 'runuser -u palpite -- sleep 600 >/dev/null 2>&1 &')
    await expect.poll(() => debian.try('pgrep', '--uid', 'palpite')).not.toBe('')
    debian.run('dpkg', '--purge', kioskPackage)
    const left = debian.try(
      'sh',
      '-c',
      `getent passwd palpite
      find /etc/palpite /etc/speech-dispatcher /etc/systemd /lib/systemd /lib/udev /usr/lib /usr/share/doc /var/lib /var/cache /run -xdev \\
        \\( -name 'palpite*' -o -name '*-palpite-kiosk.rules' \\) -not -path '/run/palpite*' -not -path '/var/lib/dpkg/*' 2>/dev/null`,
    )
    expect(left).toBe('')
  })
})
