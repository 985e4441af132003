/** palpite-start.sh, which chooses the version that a terminal starts, with small programs in place of the application. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Installation } from '#main/update/Installation.ts'

const again = 75
let install = ''
const path = (name: string) => join(install, name)
const started = () =>
  existsSync(path('started')) ? readFileSync(path('started'), 'utf8').trim().split('\n') : []

/** A version whose program notes its start and then runs `script`. */
function add(version: string, script: string): void {
  mkdirSync(path(`versions/${version}`), { recursive: true })
  const text = `#!/bin/sh\necho ${version} "$@" >> "$PALPITE_INSTALL/started"\n${script}\n`
  writeFileSync(path(`versions/${version}/palpite`), text, { mode: 0o755 })
}

function run(args: string[] = []): ChildProcess {
  return spawn(path('palpite-start.sh'), args, {
    env: { ...process.env, PALPITE_TRIAL_SECONDS: '1' },
    stdio: 'ignore',
  })
}

const codeOf = async (process: ChildProcess) => (await once(process, 'exit'))[0] as number
const provesItself = 'rm -f "$PALPITE_INSTALL/trial"'

beforeEach(() => {
  install = mkdtempSync(join(tmpdir(), 'palpite-start-'))
  copyFileSync('resources/venue/palpite-start.sh', path('palpite-start.sh'))
  symlinkSync('versions/1.0.0', path('current'))
  vi.spyOn(console, 'info').mockReturnValue()
})

afterEach(() => {
  vi.restoreAllMocks()
  rmSync(install, { recursive: true, force: true })
})

describe.skipIf(process.platform !== 'linux')('the start script', () => {
  const update = () => new Installation(install, '1.0.0').use('2.0.0')

  it('starts the version again that asks for it, and ends with the code of any other', async () => {
    add('1.0.0', `[ -f "$PALPITE_INSTALL/second" ] && exit 3; touch "$PALPITE_INSTALL/second"; exit ${again}`)
    expect(await codeOf(run(['--one', 'two words']))).toBe(3)
    expect(started()).toEqual(['1.0.0 --one two words', '1.0.0 --one two words'])
  })

  it('keeps a new version that proves itself', async () => {
    add('1.0.0', 'exit 9')
    add('2.0.0', `${provesItself}; exit 0`)
    update()
    expect(await codeOf(run())).toBe(0)
    expect(await codeOf(run())).toBe(0)
    expect(started()).toEqual(['2.0.0', '2.0.0'])
  })

  it('goes back after two failed starts, and says which version failed', async () => {
    add('1.0.0', 'exit 0')
    add('2.0.0', 'exit 1')
    update()
    expect(await codeOf(run())).toBe(0)
    expect(started()).toEqual(['2.0.0', '2.0.0', '1.0.0'])
    expect(readlinkSync(path('current'))).toBe('versions/1.0.0')
    expect(readFileSync(path('failed'), 'utf8')).toBe('2.0.0\n')
    expect(existsSync(path('trial'))).toBe(false)
  })

  it('goes back when a new version hangs, or its program is missing', async () => {
    add('1.0.0', 'exit 0')
    add('2.0.0', 'exec sleep 60')
    update()
    expect(await codeOf(run())).toBe(0)
    expect(started()).toEqual(['2.0.0', '2.0.0', '1.0.0'])
    rmSync(path('started'))
    mkdirSync(path('versions/2.0.0'), { recursive: true })
    rmSync(path('versions/2.0.0/palpite'))
    update()
    expect(await codeOf(run())).toBe(0)
    expect(started()).toEqual(['1.0.0'])
  })

  it('counts starts that a power cut ended', async () => {
    add('1.0.0', 'exit 0')
    add('2.0.0', 'exec sleep 60')
    update()
    for (const _cut of [1, 2]) {
      const before = started().length
      const cut = run()
      await vi.waitFor(() => expect(started().length).toBe(before + 1))
      cut.kill('SIGTERM')
      await once(cut, 'exit')
    }
    expect(await codeOf(run())).toBe(0)
    expect(started()).toEqual(['2.0.0', '2.0.0', '1.0.0'])
  })

  it('starts the version before when a power cut came before the switch, or damaged the trial', async () => {
    add('1.0.0', 'exit 0')
    add('2.0.0', 'exit 1')
    writeFileSync(path('trial'), '2.0.0 1.0.0 0\n')
    expect(await codeOf(run())).toBe(0)
    expect(existsSync(path('trial'))).toBe(false)
    update()
    writeFileSync(path('trial'), '2.0.0 1.0.0')
    expect(await codeOf(run())).toBe(0)
    expect(started()).toEqual(['1.0.0', '1.0.0'])
  })

  it('passes SIGTERM on and ends with the application', async () => {
    add('1.0.0', 'trap "exit 0" TERM\nwhile :; do sleep 0.1; done')
    const running = run()
    await vi.waitFor(() => expect(started()).toEqual(['1.0.0']))
    running.kill('SIGTERM')
    expect(await codeOf(running)).toBe(0)
  })
})
