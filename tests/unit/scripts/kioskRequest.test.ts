/** `resources/venue/debian/request` as it is, with small programs in place of apt, dpkg and systemd, and power that is cut. */
import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

let root = ''
const path = (...names: string[]) => join(root, ...names)
const read = (...names: string[]) =>
  existsSync(path(...names)) ? readFileSync(path(...names), 'utf8').trim() : ''
const write = (name: string, text: string) => {
  mkdirSync(dirname(path(name)), { recursive: true })
  writeFileSync(path(name), text)
}

/** In `world`: `version` and `package_status` of the package, `candidate`, `active` and `job` of the unit, `powerCut`: what it interrupts. */
const programs = {
  'dpkg-query': `case "$*" in *Status-Status*) cat "$world/package_status" ;; *) cat "$world/version" ;; esac`,
  dpkg: `case $1 in
    --compare-versions) [ "$2" != "$4" ] && [ "$(printf '%s\n' "$2" "$4" | sort -V | tail -n 1)" = "$2" ] ;;
    --configure)
      cp -p "$world/state/status" "$world/status-of-configure" 2>/dev/null
      ! grep -qxF configure "$world/broken" 2>/dev/null ;;
  esac`,
  'apt-cache': `echo "  Candidate: $(cat "$world/candidate")"`,
  'apt-get': `for last; do :; done
    what=update
    for word; do case $word in
      clean | download | --download-only | --only-upgrade | --reinstall) what=$word ;;
    esac; done
    echo "$what \${last##*/}" >>"$world/log"
    if grep -qxF -e "$what" "$world/broken" 2>/dev/null; then exit 100; fi
    if [ "$what" = "$(cat "$world/powerCut" 2>/dev/null)" ]; then rm "$world/powerCut"; kill -KILL $PPID; exit 1; fi
    case $what in
      download) echo package >"palpite-kiosk_\${last#*=}_amd64.deb" ;;
      --download-only) echo package >"$world/archives/palpite-kiosk_\${last#*=}_amd64.deb" ;;
      --only-upgrade) printf %s "\${last#*=}" >"$world/version" ;;
      --reinstall) [ -s "$last" ] && printf %s "$(basename "$last" .deb)" >"$world/version" && printf installed >"$world/package_status" ;;
      clean) rm -f "$world/archives"/*.deb ;;
    esac`,
  systemctl: `case "$*" in *ActiveState*) cat "$world/active" ;; *Job*) cat "$world/job" ;; esac`,
  // A second passes at once: the page of a version that works comes up after the third.
  sleep: `echo second >>"$world/seconds"
    [ "$(wc -l <"$world/seconds")" -lt 3 ] || ! grep -qxF "$(cat "$world/version")" "$world/works" || touch "$world/requests/proven"
    [ ! -f "$world/startsAt" ] || [ "$(wc -l <"$world/seconds")" -lt "$(cat "$world/startsAt")" ] || { printf active >"$world/active"; : >"$world/job"; }`,
}

/** Starts the program as its path unit does; null: the power was cut. */
function start(): number | null {
  write('seconds', '')
  const { status, signal, stderr } = spawnSync('sh', [path('request')], {
    encoding: 'utf8',
    env: { PATH: `${path('programs')}:${process.env['PATH']}`, world: root, PALPITE_TRIAL_SECONDS: '5' },
  })
  if (signal === null && status !== 0) throw new Error(`${status} ${stderr}`)
  return signal === null ? status : null
}

/** Asks as the kiosk does, and starts the program. */
function ask(what: string): number | null {
  write(`requests/request-${what}`, '')
  return start()
}

/** What the kiosk reads. */
const status = () =>
  Object.fromEntries(
    read('state/status')
      .split('\n')
      .map((line) => line.split('=') as [string, string]),
  )
const isOnTrial = () => existsSync(path('state/trial'))
const kept = () => readdirSync(path('cache')).filter((name) => name.endsWith('.deb'))
const log = () => read('log').split('\n')

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'palpite-request-'))
  for (const folder of ['requests', 'state', 'cache', 'archives', 'programs']) mkdirSync(path(folder))
  for (const [name, text] of Object.entries(programs))
    writeFileSync(path('programs', name), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
  const script = readFileSync('resources/venue/debian/request', 'utf8')
  const places = {
    requests: 'requests',
    state: 'state',
    cache: 'cache',
    archives: 'archives',
    source: 'kiosk.sources',
  }
  const moved = Object.entries(places).reduce(
    (text, [name, place]) => text.replace(new RegExp(`^${name}=/.*$`, 'm'), `${name}=${path(place)}`),
    script,
  )
  expect(moved).not.toMatch(/^\w+=\/(run|var|etc)/m)
  write('request', moved)
  write('kiosk.sources', 'Types: deb\n')
  write('version', '1.0.0')
  write('package_status', 'installed')
  write('candidate', '1.1.0')
  write('active', 'active')
  write('job', '')
  write('works', '1.0.0\n1.1.0\n')
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

/** A new version that never comes up. */
const breakIt = () => write('works', '1.0.0\n')

describe('an update', () => {
  it('is installed and kept for the next one; the downloads of apt are deleted', () => {
    ask('download')
    expect(status()).toMatchObject({ state: 'ready', version: '1.1.0' })
    expect(kept()).toEqual(['1.0.0.deb'])
    ask('install')
    expect(status()).toMatchObject({ state: 'current', version: '1.1.0' })
    expect([read('version'), kept(), isOnTrial()]).toEqual(['1.1.0', ['1.1.0.deb'], false])
    expect(readdirSync(path('archives'))).toEqual([])
    // Of the version that was just installed nothing is downloaded once more.
    expect(log().filter((line) => line.startsWith('download '))).toEqual(['download palpite-kiosk=1.0.0'])
  })

  it('that does not come up is taken back, and not taken again', () => {
    breakIt()
    ask('download')
    ask('install')
    expect(status()).toMatchObject({ state: 'rolledBack', version: '1.1.0' })
    expect([read('version'), read('state/failed'), isOnTrial()]).toEqual(['1.0.0', '1.1.0', false])
    ask('download')
    expect(status()).toMatchObject({ state: 'rolledBack' })
  })

  it('is refused as long as there is nothing to go back to', () => {
    write('broken', 'download')
    ask('download')
    expect(status()).toMatchObject({ state: 'failed', why: 'download', version: '1.1.0' })
    ask('install')
    expect(status()).toMatchObject({ state: 'failed', why: 'download' })
    expect(read('version')).toBe('1.0.0')
    rmSync(path('broken'))
    ask('download')
    ask('install')
    expect(read('version')).toBe('1.1.0')
  })

  it.each([
    ['is installed all the same', 'configure', 'current', undefined],
    ['ends as failed when apt finds the same', 'configure\n--only-upgrade', 'failed', 'install'],
  ])('beside a package that cannot be configured %s', (_what, broken, state, why) => {
    ask('download')
    write('broken', broken)
    ask('install')
    expect([status()['state'], status()['why'], isOnTrial()]).toEqual([state, why, false])
  })

  it('keeps the copy of before when the one of the new version cannot be made', () => {
    ask('download')
    rmSync(path('archives'), { recursive: true })
    write('broken', 'download')
    ask('install')
    expect([status()['state'], kept()]).toEqual(['current', ['1.0.0.deb']])
  })
})

describe('a power cut', () => {
  it('before the installation: it is tried again', () => {
    ask('download')
    write('powerCut', '--only-upgrade')
    expect(ask('install')).toBeNull()
    expect([status()['state'], isOnTrial()]).toEqual(['installing', true])
    start()
    expect(status()).toMatchObject({ state: 'failed', why: 'install', version: '1.1.0' })
    expect([isOnTrial(), read('state/failed')]).toEqual([false, ''])
  })

  it('while the version before is installed again: it is installed at the next start', () => {
    breakIt()
    ask('download')
    write('powerCut', '--reinstall')
    expect(ask('install')).toBeNull()
    expect([read('version'), isOnTrial()]).toEqual(['1.1.0', true])
    start()
    expect(status()).toMatchObject({ state: 'rolledBack', version: '1.1.0' })
    expect([read('version'), read('state/failed'), isOnTrial()]).toEqual(['1.0.0', '1.1.0', false])
  })

  it.each([
    ['does not come up', breakIt, 'rolledBack', '1.0.0'],
    ['comes up', () => undefined, 'current', '1.1.0'],
  ])('during the trial: the kiosk, whose start waits at boot, %s', (_what, prepare, state, version) => {
    prepare()
    write('state/trial', '1.1.0 1.0.0\n')
    write('cache/1.0.0.deb', 'package')
    write('version', '1.1.0')
    write('active', 'inactive')
    write('job', '87')
    write('startsAt', '2')
    start()
    expect([status()['state'], read('version'), isOnTrial()]).toEqual([state, version, false])
  })

  it('until the next morning: the kiosk knows that it may be restarted before anything is done', () => {
    write('state/trial', '1.1.0 1.0.0\n')
    write('cache/1.0.0.deb', 'package')
    write('version', '1.1.0')
    write('state/status', 'version=1.1.0\nstate=installing\n')
    const yesterday = Date.now() / 1000 - 86_400
    utimesSync(path('state/status'), yesterday, yesterday)
    start()
    expect(read('status-of-configure')).toContain('state=installing')
    expect(statSync(path('status-of-configure')).mtimeMs / 1000).toBeGreaterThan(yesterday + 80_000)
  })

  it('in the middle of an installation: what is half there is replaced by the copy', () => {
    write('state/trial', '1.1.0 1.0.0\n')
    write('cache/1.0.0.deb', 'package')
    write('version', '1.1.0')
    write('package_status', 'half-installed')
    start()
    expect([read('version'), read('package_status'), isOnTrial()]).toEqual(['1.0.0', 'installed', false])
    expect(status()).toMatchObject({ state: 'failed', why: 'install' })
    expect(read('state/failed')).toBe('')
  })

  it.each(['', '1.1'])('while `trial` is written (%s) starts nothing', (text) => {
    write('state/trial', text)
    write('state/status', 'version=1.1.0\nstate=installing\n')
    start()
    expect(isOnTrial()).toBe(false)
    expect(status()).toMatchObject({ state: 'failed', version: '1.1.0' })
  })
})

it('a version before that cannot be installed again is tried until it is', () => {
  breakIt()
  ask('download')
  write('broken', '--reinstall')
  ask('install')
  expect(status()).toMatchObject({ state: 'failed', why: 'install' })
  expect(isOnTrial()).toBe(true)
  rmSync(path('broken'))
  start()
  expect([status()['state'], read('version'), isOnTrial()]).toEqual(['rolledBack', '1.0.0', false])
  expect(read('state/failed')).toBe('1.1.0')
})

it('a trial without a version to go back to ends', () => {
  breakIt()
  write('state/trial', '1.1.0 1.0.0\n')
  write('version', '1.1.0')
  start()
  expect([status()['state'], isOnTrial()]).toEqual(['failed', false])
})

it('a kiosk that staff have turned off is not judged', () => {
  breakIt()
  write('active', 'inactive')
  ask('download')
  ask('install')
  expect([status()['state'], read('version'), isOnTrial()]).toEqual(['current', '1.1.0', false])
})
