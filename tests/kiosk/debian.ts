/**
 * `npm run kiosk:debian [-- --suite bookworm]`: the kiosk's package on fresh Debian machines with systemd, as docs/venue.md says:
 * installed from the operator's apt repository, started in Cage, updated from a distance, also through power cuts, rolled back from
 * versions that do not start, used with a full disk, used by a customer who prints a bet slip on Debian's CUPS and walks away, heard in nine languages, downgraded, removed, purged, restarted and
 * turned off. Takes minutes and the network; needs root, the tools that it names, `npm run package:qa`, `npm run build:server`
 * and `npm run build:web`.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createPackage, extractAll } from '@electron/asar'
import { chromium, type Page } from '@playwright/test'
import { PNG } from 'pngjs'
import { languageCodes, languages } from '#contract/languages.ts'
import { kioskPackage, releaseFolder } from '#contract/release.ts'
import { startDisplay } from '../../scripts/machine/virtualDisplay.ts'
import { writeRepository } from '../../scripts/packaging/aptRepository.ts'
import { buildDebianPackage } from '../../scripts/packaging/debian.ts'
import { Sandbox } from '../../scripts/Sandbox.ts'
import { newMatch, prices, winner } from '../e2e/matches.ts'
import { callAs } from '../e2e/playerApi.ts'
import { startServerProcess } from '../server/helpers/serverProcess.ts'
import { DebianMachine, suites, whyNoMachine, type Suite } from './harness/DebianMachine.ts'
import { Desktop } from './harness/Desktop.ts'
import { createTerminal } from './harness/fleet.ts'
import { PortPrinter, unusedPort } from './harness/PortPrinter.ts'

const unit = `${kioskPackage}.service`
const versions = {
  first: '1.0.0',
  second: '1.1.0',
  broken: '1.2.0',
  halfUnpacked: '1.3.0',
  third: '1.4.0',
  brokenToo: '1.5.0',
}
const logind = ['org.freedesktop.login1', '/org/freedesktop/login1'] as const
/** What keys and a lid do. */
const sleepKeys = ['HandleSuspendKey', 'HandleHibernateKey', 'HandleLidSwitch']
const debuggingPort = 6399
const idleSeconds = 12
const startMs = 60_000
/** A download from this machine, an installation and the start of the kiosk. */
const updateMs = 180_000
const trialSeconds = 30
const minuteMs = 60_000
const listMonitors =
  'runuser -u palpite -- env XDG_RUNTIME_DIR=/run/user/$(id -u palpite) WAYLAND_DISPLAY=wayland-0 wlr-randr'
const pictures = 'artifacts/kiosk-debian'
/** What a job of the test has in it. */
const secret = 'a customer’s secret'
const program = resolve(process.env['KIOSK_PACKAGE'] ?? 'release/qa/linux-unpacked/palpite')

const { values } = parseArgs({ options: { suite: { type: 'string' } } })
const reason = whyNoMachine()
if (reason !== '') {
  console.error(`kiosk:debian: ${reason}`)
  process.exit(1)
}
mkdirSync(pictures, { recursive: true })
const chosen = suites.filter((suite) => values.suite === undefined || values.suite === suite)
if (chosen.length === 0) throw new Error(`--suite is one of ${suites.join(', ')}`)
const folder = mkdtempSync(join(tmpdir(), 'palpite-debian-'))
const debs = join(folder, 'debs')
mkdirSync(debs)
/** Beside the application, whose files they link. */
const apps = mkdtempSync(join(dirname(dirname(program)), 'debian-'))
let faults = 0
try {
  const files = {
    first: await packageOf(versions.first),
    second: await packageOf(versions.second),
    broken: await packageOf(versions.broken, true),
    halfUnpacked: await packageOf(versions.halfUnpacked),
    third: await packageOf(versions.third),
    brokenToo: await packageOf(versions.brokenToo, true),
  }
  // The packages of the test are made in a second.
  const quick = 'uses-no-compression-for-control-tarball,uses-no-compression-for-data-tarball'
  execFileSync(
    'lintian',
    ['--allow-root', '--fail-on', 'error,warning', '--suppress-tags', quick, files.first],
    { stdio: 'inherit' },
  )
  say('lintian has no complaint')
  for (const suite of chosen) await tryOn(suite, files)
} finally {
  rmSync(folder, { recursive: true, force: true })
  rmSync(apps, { recursive: true, force: true })
}
if (faults > 0) process.exitCode = 1

/** The packed application, as it is but for its version; a broken one ends at once. */
async function packageOf(version: string, isBroken = false): Promise<string> {
  const app = join(apps, version)
  execFileSync('cp', ['-al', dirname(program), app])
  const archive = join(app, 'resources/app.asar')
  const content = join(apps, `asar-${version}`)
  extractAll(archive, content)
  const file = join(content, 'package.json')
  const description = JSON.parse(readFileSync(file, 'utf8')) as object
  writeFileSync(file, JSON.stringify({ ...description, version }))
  rmSync(archive)
  await createPackage(content, archive)
  if (isBroken) {
    rmSync(join(app, 'palpite'))
    writeFileSync(join(app, 'palpite'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
  }
  const maintainer = 'Kiosk <kiosk@venue.example>'
  return buildDebianPackage({
    packed: app,
    output: debs,
    version,
    maintainer,
    product: 'Kiosk',
    isCompressed: false,
  })
}

async function tryOn(suite: Suite, debFiles: Record<keyof typeof versions, string>): Promise<void> {
  const data = mkdtempSync(join(folder, `${suite}-`))
  const updates = join(data, 'updates')
  const server = await startServerProcess({ DATA_DIR: data, UPDATES_DIR: updates, SANDBOX: '1' })
  if (!server.url) throw new Error(`the server did not start: ${server.stderr()}`)
  const url = server.url
  const release = (deb: string) =>
    writeRepository({
      deb,
      key: join(folder, 'key.asc'),
      folder: updates,
      url: new URL(releaseFolder, url).href,
      owner: 'Venue',
    })
  release(debFiles.first)
  const monitor = await startDisplay({ width: 600, height: 900 })
  const desktop = await Desktop.open(monitor.name)
  const printer = await PortPrinter.start()
  const machine = await DebianMachine.start(suite)
  const property = (name: string) =>
    machine.try('busctl', 'get-property', ...logind, `${logind[0]}.Manager`, name)
  const updateStatus = () => machine.try('cat', '/var/lib/palpite-kiosk/status')
  const updateState = () => /^state=(.*)$/m.exec(updateStatus())?.[1]
  const mainProcess = () => machine.run('systemctl', 'show', '--property=MainPID', '--value', unit)
  const packageStatus = () =>
    machine.try('dpkg-query', '-W', '-f', '${Version} ${db:Status-Status}', kioskPackage)
  const step = async (what: string, work: () => Promise<unknown> | unknown) => {
    try {
      await work()
      say(`${suite}: ${what}`)
    } catch (error) {
      faults++
      const text = error instanceof Error ? error.message : String(error)
      console.error(
        `FAILED ${suite}: ${what}\n${text}\n${machine.try('journalctl', '--no-pager', '-n', '25', '-u', 'palpite-*')}`,
      )
    }
  }
  try {
    await step('installs from the operator’s repository with nothing but what it depends on', () => {
      machine.run('apt-get', 'update', '-q')
      // What `curl` does in the handbook; a minimal system has none.
      const sources = `/etc/apt/sources.list.d/${kioskPackage}.sources`
      machine.run(
        '/usr/lib/apt/apt-helper',
        'download-file',
        `${url}${releaseFolder}${kioskPackage}.sources`,
        sources,
      )
      machine.run('apt-get', 'update', '-q')
      machine.run('apt-get', 'install', '-y', '-q', '--no-install-recommends', kioskPackage)
      expect(machine.try('systemctl', 'is-enabled', unit), 'enabled')
      expect(machine.try('systemctl', 'is-active', unit), 'inactive')
      expect(machine.run('dpkg', '--verify', kioskPackage), '')
      // By which apt knows the operator's server.
      machine.run('test', '-s', '/etc/ssl/certs/ca-certificates.crt')
      expect(machine.run('ldd', `/usr/lib/${kioskPackage}/palpite`).includes('not found'), false)
    })
    await step('logind leaves the keys that put a machine to sleep alone', async () => {
      for (const key of sleepKeys) await until(startMs, () => property(key), 's "ignore"')
    })
    await step('has letters for all nine languages', () => {
      for (const code of languageCodes) {
        const { locale } = languages[code]
        const found = machine.run('fc-list', `:lang=${locale.toLowerCase()}`, 'family')
        if (found === '') throw new Error(`no font for ${locale}`)
        const chosenFont = machine.run(
          'fc-match',
          '-f',
          '%{family}',
          `sans-serif:lang=${locale.toLowerCase()}`,
        )
        if (!found.includes(chosenFont.split(',')[0] ?? '')) throw new Error(`${locale} gets ${chosenFont}`)
      }
    })
    await step('belongs to root', () => {
      const foreign = machine.run(
        'find',
        `/usr/lib/${kioskPackage}`,
        '(',
        '!',
        '-user',
        'root',
        '-o',
        '-perm',
        '/022',
        '-o',
        '-perm',
        '/6000',
        ')',
      )
      expect(foreign, '')
      const isWritable = machine.try(
        'runuser',
        '-u',
        'palpite',
        '--',
        'test',
        '-w',
        `/usr/lib/${kioskPackage}/resources/app.asar`,
      )
      expect(isWritable, '')
      expect(machine.run('stat', '-c', '%a %U', '/etc/palpite/kiosk.env'), '600 root')
    })

    const sandbox = new Sandbox(url)
    const terminal = await createTerminal(url)
    const { code, record, order } = terminal
    const health = async () => (await record())?.health
    configure(machine, monitor.name, { url, code })
    await step('starts in Cage, as its own account in Chromium’s sandbox, and reports', async () => {
      machine.run('systemctl', 'daemon-reload')
      machine.run('systemctl', 'start', unit)
      await until(startMs, async () => (await health())?.version, versions.first)
      await until(startMs, async () => (await health())?.machine?.program, 'protected')
      expect((await health())?.machine?.update.state, 'current')
      const [renderer = ''] = machine.run('pgrep', '--full', '--uid', 'palpite', 'type=renderer').split('\n')
      const namespaces = machine.run('readlink', `/proc/${renderer}/ns/user`, '/proc/1/ns/user').split('\n')
      if (namespaces[0] === namespaces[1]) throw new Error('the page has no sandbox')
    })
    await step('its temporary files are in memory', () => {
      const mounts = machine.run('cat', `/proc/${mainProcess()}/mounts`)
      for (const folder of ['/tmp', '/var/tmp']) expect(mounts.includes(` ${folder} tmpfs rw,`), true)
    })
    await step('the operator gets a picture of the screen', async () => {
      await order('screenshot')
      await until(startMs, async () => (await record())?.screenshotAt !== null, true)
      const { terminalId } = terminal
      const image = await fetch(`${url}/sandbox/api/terminals/${terminalId}/screenshot`)
      writeFileSync(join(pictures, `${suite}-fleet.jpg`), Buffer.from(await image.arrayBuffer()))
    })
    await step('takes the new version by itself, and restarts with it', async () => {
      release(debFiles.second)
      await until(updateMs, async () => (await health())?.version, versions.second)
      await until(
        updateMs,
        async () => machine.try('grep', '^state=', '/var/lib/palpite-kiosk/status'),
        'state=current',
      )
      expect(machine.try('systemctl', 'is-active', unit), 'active')
    })
    await step('goes back from a version that does not start, and says so', async () => {
      release(debFiles.broken)
      await until(updateMs, async () => (await health())?.machine?.update.state, 'rolledBack')
      expect((await health())?.version, versions.second)
      expect(machine.run('cat', '/var/lib/palpite-kiosk/failed'), versions.broken)
    })
    await step(
      'a power cut while a version is unpacked: the one before is back at the next start',
      async () => {
        release(debFiles.halfUnpacked)
        // Over in a second: afterwards dpkg has only to configure it, and it is not gone back from.
        const isHalf = `dpkg-query -W -f '\${db:Status-Status}' ${kioskPackage} | grep -q half-installed`
        machine.run('timeout', String(updateMs / 1_000), 'sh', '-c', `until ${isHalf}; do :; done`)
        await machine.cutPower()
        await machine.boot()
        await until(updateMs, updateState, 'failed')
        expect(packageStatus(), `${versions.second} installed`)
        expect(machine.try('ls', '/var/lib/palpite-kiosk'), 'failed\nstatus')
        await until(startMs, async () => (await health())?.version, versions.second)
      },
    )
    await step('a power cut during the trial of a version: it is proven after the next start', async () => {
      release(debFiles.third)
      await until(updateMs, packageStatus, `${versions.third} installed`)
      expect(updateState(), 'installing')
      await machine.cutPower()
      await machine.boot()
      await until(updateMs, updateState, 'current')
      await until(startMs, async () => (await health())?.version, versions.third)
      machine.run('test', '-s', `/var/cache/palpite-kiosk/${versions.third}.deb`)
    })
    await step(
      'a power cut during the trial of a version that does not start: it goes back all the same',
      async () => {
        release(debFiles.brokenToo)
        await until(updateMs, packageStatus, `${versions.brokenToo} installed`)
        await machine.cutPower()
        await machine.boot()
        await until(updateMs, updateState, 'rolledBack')
        await until(startMs, async () => (await health())?.machine?.update.state, 'rolledBack')
        expect((await health())?.version, versions.third)
        expect(
          machine.run('cat', '/var/lib/palpite-kiosk/failed'),
          `${versions.broken}\n${versions.brokenToo}`,
        )
      },
    )
    await step('while the disk is full it is the terminal that it was, with its data in memory', async () => {
      const data = '/var/lib/palpite'
      const full = '/mnt/full'
      machine.run('systemctl', 'stop', unit)
      machine.run('mkdir', full)
      machine.run('mount', '-t', 'tmpfs', '-o', 'size=512k', 'tmpfs', full)
      machine.run('cp', '-a', `${data}/config.json`, `${data}/terminal.json`, full)
      machine.run('chown', 'palpite:palpite', full)
      machine.try('dd', 'if=/dev/zero', `of=${full}/filler`, 'bs=1k')
      machine.run('mount', '--bind', full, data)
      const before = (await health())?.uptimeSeconds ?? 0
      machine.run('systemctl', 'start', unit)
      // It reports with the key that it has.
      await until(startMs, async () => ((await health())?.uptimeSeconds ?? before) < before, true)
      await until(startMs, () => sizeOnScreen(desktop), '600x900')
      const seen = `/proc/${mainProcess()}/root/tmp`
      expect(machine.run('sh', '-c', `ls -d ${seen}/palpite-*/logs | wc -l`), '1')
      machine.run('systemctl', 'stop', unit)
      machine.run('umount', data)
      machine.run('umount', full)
      expect(machine.try('sh', '-c', 'ls -d /tmp/palpite-*'), '')
      machine.run('systemctl', 'start', unit)
      await until(startMs, () => sizeOnScreen(desktop), '600x900')
    })
    await step('a package of somebody else is refused', async () => {
      const file = join(updates, 'Packages')
      writeFileSync(file, `${readFileSync(file, 'utf8')}\n`)
      writeFileSync(
        join(updates, 'InRelease'),
        readFileSync(join(updates, 'InRelease'), 'utf8').replace('Venue', 'Other'),
      )
      await until(updateMs, async () => (await health())?.machine?.update.why, 'list')
    })
    await step('a request that is none, or a link to somewhere, changes nothing', async () => {
      machine.run('runuser', '-u', 'palpite', '--', 'ln', '-s', '/etc/palpite', '/run/palpite/request-check')
      machine.run('runuser', '-u', 'palpite', '--', 'mkdir', '/run/palpite/request-anything')
      await until(startMs, () => machine.try('sh', '-c', 'ls -d /run/palpite/request-*'), '')
      expect(machine.run('ls', '/etc/palpite'), 'kiosk.env')
    })
    await step('requests one after the other are all taken', async () => {
      for (let count = 0; count < 12; count++) {
        machine.run('runuser', '-u', 'palpite', '--', 'touch', '/run/palpite/request-nothing')
        await until(startMs, () => machine.try('sh', '-c', 'ls /run/palpite/request-*'), '', 20)
      }
    })
    await step('what fails at once is tried again, but not again and again', async () => {
      const state = '/var/lib/palpite-kiosk'
      machine.run('systemctl', 'stop', `${kioskPackage}-request.path`)
      machine.write(`${state}/trial`, `${versions.brokenToo} ${versions.third}\n`)
      machine.run('mount', '--bind', '-o', 'ro', state, state)
      const starts = () =>
        Number(
          machine.run('sh', '-c', `journalctl --unit ${kioskPackage}-request.service | grep -c 'Starting '`),
        )
      const before = starts()
      machine.run('systemctl', 'start', `${kioskPackage}-request.path`)
      await until(startMs, () => starts() > before + 1, true)
      // The first, and the one that was tried again.
      expect(starts(), before + 2)
      machine.run('umount', state)
      await until(startMs, () => machine.try('ls', `${state}/trial`), '')
      expect(updateState(), 'rolledBack')
    })
    await step('CUPS has its spool in memory, with the unit of this Debian', async () => {
      machine.run('apt-get', 'install', '-y', '-q', '--no-install-recommends', 'cups', 'cups-filters')
      const driver = 'lsb/usr/cupsfilters/Generic-PDF_Printer-PDF.ppd'
      const add = (queue: string, port: number) =>
        machine.run('lpadmin', '-p', queue, '-E', '-v', `socket://127.0.0.1:${port}`, '-m', driver)
      add('receipts', printer.port)
      add('off', await unusedPort())
      // CUPS writes its list of printers some time later.
      const known = () => machine.try('grep', '-cE', '^<.*Printer (receipts|off)>', '/etc/cups/printers.conf')
      await until(startMs, known, '2')
      machine.write('/root/job', secret)
      machine.run('lp', '-d', 'off', '-o', 'raw', '/root/job')
      const pid = machine.run('systemctl', 'show', '--property=MainPID', '--value', 'cups')
      const spool = `/proc/${pid}/root/var/spool/cups`
      await until(startMs, () => machine.try('grep', '-rl', secret, spool) !== '', true)
      const onDisk = machine.try('find', '/var/spool/cups', '-type', 'f')
      expect(onDisk, '')
      // As a power cut: what waited is gone.
      machine.run('systemctl', 'kill', '--signal=KILL', 'cups')
      await until(startMs, () => machine.try('lpstat', '-o'), '')
      await until(startMs, () => machine.try('systemctl', 'is-active', 'cups'), 'active')
    })
    await step('a customer plays, wins a bet slip, prints it, walks away, and is gone', async () => {
      await fillScreen(desktop)
      const player = await sandbox.createUser({ balance: 100 })
      const match = await newMatch(sandbox)
      await callAs(sandbox, player.token, '/api/app/sports/bet', {
        amount: 20,
        policy: 'ask',
        legs: [{ matchId: match.matchId, key: winner.home, odds: prices[winner.home] }],
      })
      const browser = await chromium.connectOverCDP(`http://127.0.0.1:${debuggingPort}`)
      const page = browser
        .contexts()
        .flatMap((context) => context.pages())
        .find((each) => each.url().startsWith('app:'))
      if (!page) throw new Error('the kiosk has no page')
      await page.goto(`app://palpite${await sandbox.loginPath(player.username)}`)
      await page.getByRole('status', { name: 'Saldo' }).filter({ hasText: '80,00' }).waitFor()
      await page.goto('app://palpite/dice')
      await page.getByRole('button', { name: 'Apostar', exact: true }).click()
      await until(startMs, async () => (await sandbox.readUser(player.username)).balance !== 80, true)
      const { matchId } = match
      await sandbox.scriptMatch({ matchId, period: 3, homeScore: 2, awayScore: 0 })
      await sandbox.scriptMatch({ matchId, finish: true })
      await page.goto('app://palpite/footballPage?tickets=open')
      await page.getByRole('tab', { name: 'Finalizadas' }).click()
      await page.getByRole('button', { name: 'Imprimir comprovante' }).click()
      // CUPS takes longer than this terminal waits for somebody who does nothing.
      await until(
        startMs,
        () => (desktop.click(300, 20), page.getByText('Comprovante impresso').isVisible()),
        true,
      )
      writeFileSync(join(pictures, `${suite}-receipt.pdf`), printer.printed[0] ?? '', 'latin1')
      expect(printer.printed.length, 1)
      desktop.click(300, 20)
      writeFileSync(join(pictures, `${suite}-customer.png`), PNG.sync.write(await desktop.picture()))
      await until(startMs, () => sandbox.isOnline(player.username), false)
      await browser.close()
      expect(machine.try('grep', '-rlF', match.home, '/var/spool', '/var/cache/cups', '/var/log'), '')
    })
    await step(
      'reads aloud in all nine languages, without a sound server, and keeps nothing of it',
      async () => {
        const speech = ['speech-dispatcher', 'speech-dispatcher-espeak-ng']
        machine.run('apt-get', 'install', '-y', '-q', '--no-install-recommends', ...speech)
        // A sound card that nobody hears: it takes as long as one.
        machine.write('/etc/asound.conf', 'pcm.!default { type null }\nctl.!default { type null }\n')
        machine.run('systemctl', 'restart', unit)
        await until(startMs, voicesMissing, 'none')
        expect(await speak(secret), 'end')
        expect(machine.try('grep', '-rlF', secret, '/run/user', '/var/lib/palpite', '/var/log', '/tmp'), '')
      },
    )
    await step('turns the screen as staff have set it', async () => {
      const config = JSON.parse(machine.run('cat', '/var/lib/palpite/config.json')) as object
      machine.write('/var/lib/palpite/config.json', JSON.stringify({ ...config, rotation: 90 }))
      machine.run('systemctl', 'restart', unit)
      await until(startMs, () => machine.try('cat', '/var/lib/palpite/rotation'), '90')
      await until(startMs, () => sizeOnScreen(desktop), '900x600')
      machine.write(
        '/etc/palpite/kiosk.env',
        `${machine.run('cat', '/etc/palpite/kiosk.env')}\nPALPITE_ROTATION=0\n`,
      )
      machine.run('systemctl', 'restart', unit)
      await until(startMs, () => sizeOnScreen(desktop), '600x900')
    })
    // The compositor of Debian 12 cannot do it.
    if (suite !== 'bookworm') {
      await step('its monitor sleeps outside of the opening hours, and is on again', async () => {
        machine.write(
          `/etc/systemd/system/${unit}.d/headless.conf`,
          '[Service]\nEnvironment=WLR_BACKENDS=headless\n',
        )
        const opensAt = new Date(Date.now() + 3 * minuteMs)
        // The machine's clock shows UTC.
        const timeOf = (date: Date) => date.toISOString().slice(11, 16)
        const openingHours = `${timeOf(opensAt)}-${timeOf(new Date(opensAt.getTime() + 60 * minuteMs))}`
        const config = JSON.parse(machine.run('cat', '/var/lib/palpite/config.json')) as object
        machine.write('/var/lib/palpite/config.json', JSON.stringify({ ...config, openingHours }))
        machine.run('systemctl', 'daemon-reload')
        machine.run('systemctl', 'restart', unit)
        const monitor = () => /Enabled: (\w+)/.exec(machine.try('sh', '-c', listMonitors))?.[1]
        await until(startMs, monitor, 'yes')
        await until(2 * minuteMs, monitor, 'no')
        await until(3 * minuteMs, monitor, 'yes')
        await until(startMs, pageSize, '1280x720')
        rmSync(machine.path(`/etc/systemd/system/${unit}.d/headless.conf`))
        machine.write('/var/lib/palpite/config.json', JSON.stringify(config))
        machine.run('systemctl', 'daemon-reload')
        machine.run('systemctl', 'restart', unit)
      })
    }
    await step('an altered program is told', async () => {
      machine.run('sh', '-c', `echo >> /usr/lib/${kioskPackage}/resources/app.asar`)
      machine.run('systemctl', 'restart', unit)
      await until(startMs, async () => (await health())?.machine?.program, 'altered')
    })
    await step('a stop asked for by the kiosk lasts', async () => {
      machine.run('runuser', '-u', 'palpite', '--', 'touch', '/run/palpite/request-stop')
      await until(startMs, () => machine.try('systemctl', 'is-active', unit), 'inactive')
      // Longer than RestartSec.
      await sleep(4_000)
      expect(machine.try('systemctl', 'is-active', unit), 'inactive')
      expect(machine.try('pgrep', '--uid', 'palpite', '--full', `/usr/lib/${kioskPackage}/palpite`), '')
    })
    await step('an upgrade restarts it, a downgrade too, and a unit that was disabled stays so', () => {
      cpSync(debFiles.first, machine.path('/root/first.deb'))
      cpSync(debFiles.second, machine.path('/root/second.deb'))
      machine.run('systemctl', 'start', unit)
      machine.run('dpkg', '--install', '/root/first.deb')
      expect(machine.try('systemctl', 'is-active', unit), 'active')
      machine.run('systemctl', 'disable', '--now', unit)
      machine.run('dpkg', '--install', '/root/second.deb')
      expect(machine.try('systemctl', 'is-enabled', unit), 'disabled')
      expect(machine.try('systemctl', 'is-active', unit), 'inactive')
      expect(machine.run('grep', '-c', url, '/etc/palpite/kiosk.env'), '1')
    })
    await step('removing it keeps the terminal’s key, and purging leaves nothing', () => {
      machine.run('systemctl', 'enable', '--now', unit)
      machine.run('apt-get', 'remove', '-y', '-q', kioskPackage)
      expect(machine.try('systemctl', 'is-active', unit), 'inactive')
      machine.run('ls', '/var/lib/palpite/terminal.json')
      machine.run('apt-get', 'purge', '-y', '-q', kioskPackage)
      expect(
        machine.try(
          'sh',
          '-c',
          'getent passwd palpite; ls -d /var/lib/palpite* /var/cache/palpite* /etc/palpite /usr/lib/palpite* 2>/dev/null',
        ),
        '',
      )
      expect(
        machine.try(
          'sh',
          '-c',
          'find /etc/systemd /var/lib/systemd -name "palpite*" -not -path "*.service.d*"',
        ),
        '',
      )
      for (const key of sleepKeys) expect(property(key) === 's "ignore"', false)
    })
    await step('the kiosk may restart the machine, and comes up with it', async () => {
      machine.run('apt-get', 'install', '-y', '-q', '--no-install-recommends', '/root/first.deb')
      machine.run('systemctl', 'start', unit)
      machine.run('runuser', '-u', 'palpite', '--', 'touch', '/run/palpite/request-reboot')
      await until(startMs, () => machine.end, 'restart')
      await machine.boot()
      await until(startMs, () => machine.try('systemctl', 'is-active', unit), 'active')
      await until(
        startMs,
        () => machine.try('pgrep', '--uid', 'palpite', '--full', 'type=renderer') !== '',
        true,
      )
    })
    await step('the kiosk may turn the machine off', async () => {
      machine.run('runuser', '-u', 'palpite', '--', 'touch', '/run/palpite/request-poweroff')
      await until(startMs, () => machine.end, 'off')
    })
  } finally {
    await machine.stop()
    printer.stop()
    desktop.close()
    await monitor.stop()
    server.child.kill()
    await server.ended
  }
}

/** The compositor in its window, which begins with a size of its own. */
async function fillScreen(desktop: Desktop): Promise<void> {
  const [window] = await desktop.windows()
  if (window) desktop.place(window, { x: 0, y: 0, width: desktop.width, height: desktop.height })
}

async function sizeOnScreen(desktop: Desktop): Promise<string | undefined> {
  await fillScreen(desktop)
  return pageSize()
}

/** Of the kiosk's page; undefined: it is not there. */
function pageSize(): Promise<string | undefined> {
  return askPage((page) => page.evaluate(() => `${innerWidth}x${innerHeight}`))
}

/** The languages without a voice, or `none`. */
function voicesMissing(): Promise<string | undefined> {
  return askPage(async (page) => {
    // Chromium asks the system for them at the first call.
    const voices = await page.evaluate(() =>
      speechSynthesis.getVoices().map(({ lang }) => lang.toLowerCase()),
    )
    const spoken = ['pt', 'en', 'id', 'vi', 'ja', 'ko', 'cmn', 'ru']
    return spoken.filter((code) => !voices.some((voice) => voice.startsWith(code))).join(' ') || 'none'
  })
}

/** How it ended: `end`, an error, or nothing that anybody would hear. */
function speak(text: string): Promise<string | undefined> {
  return askPage((page) =>
    page.evaluate(
      (words) =>
        new Promise<string>((resolve) => {
          const spoken = new SpeechSynthesisUtterance(words)
          spoken.voice = speechSynthesis.getVoices().find(({ lang }) => lang === 'pt-BR') ?? null
          spoken.onend = () => resolve('end')
          spoken.onerror = ({ error }) => resolve(error)
          speechSynthesis.speak(spoken)
          setTimeout(() => resolve('nothing'), 20_000)
        }),
      text,
    ),
  )
}

/** Undefined: the kiosk has no page. */
async function askPage<Answer>(ask: (page: Page) => Promise<Answer>): Promise<Answer | undefined> {
  try {
    const browser = await chromium.connectOverCDP(`http://127.0.0.1:${debuggingPort}`)
    const pages = browser.contexts().flatMap((context) => context.pages())
    const page = pages.find((each) => each.url().startsWith('app:'))
    const answer = page && (await ask(page))
    await browser.close()
    return answer
  } catch (error) {
    console.info(error instanceof Error ? error.message.split('\n')[0] : error)
    return undefined
  }
}

/** What the technician writes, and where a container differs from a machine: no console, and a window of this machine as its monitor. */
function configure(
  machine: DebianMachine,
  display: string,
  { url, code }: { url: string; code: string },
): void {
  const env = [
    `PALPITE_SERVER_URL=${url}`,
    `PALPITE_ENROL_CODE=${code}`,
    `PALPITE_TRIAL_SECONDS=${trialSeconds}`,
  ]
  machine.write('/etc/palpite/kiosk.env', `${env.join('\n')}\n`)
  const config = {
    serverUrl: url,
    kiosk: true,
    scale: 1,
    idleSeconds,
    idleAnswerSeconds: 2,
    printer: 'system:receipts',
  }
  // Where earlier versions had it: the start moves it.
  const old = '/var/lib/palpite/.config/Kiosk'
  machine.write(`${old}/config.json`, JSON.stringify(config))
  machine.run('chown', '--recursive', 'palpite:palpite', '/var/lib/palpite')
  machine.write(
    `/etc/systemd/system/${unit}.d/container.conf`,
    `[Service]
Environment=WLR_BACKENDS=x11 WLR_RENDERER=pixman DISPLAY=${display}
StandardInput=null
TTYPath=
TTYReset=no
TTYVHangup=no
TTYVTDisallocate=no
UtmpIdentifier=
ExecStart=
ExecStart=/usr/lib/${kioskPackage}/start --inspect=0 --remote-debugging-port=${debuggingPort}
`,
  )
}

function say(text: string): void {
  console.log(`ok ${text}`)
}

function expect(actual: unknown, wanted: unknown): void {
  if (actual !== wanted) throw new Error(`${JSON.stringify(actual)} instead of ${JSON.stringify(wanted)}`)
}

async function until<Value>(
  ms: number,
  read: () => Value | Promise<Value>,
  wanted: Value,
  betweenMs = 500,
): Promise<void> {
  const end = performance.now() + ms
  let actual = await read()
  while (actual !== wanted) {
    if (performance.now() > end) expect(actual, wanted)
    await sleep(betweenMs)
    actual = await read()
  }
}
