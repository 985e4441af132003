import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { largestCrashReport } from '#contract/terminal.ts'
import { CrashSender } from '#main/crash/CrashSender.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'palpite-crashes-'))
  mkdirSync(join(folder, 'pending'))
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true })
})

/** A report as Crashpad leaves it, `age` seconds old. */
function leave(name: string, age: number, text = name): string {
  const file = join(folder, 'pending', `${name}.dmp`)
  writeFileSync(file, text)
  writeFileSync(file.replace('.dmp', '.meta'), 'meta')
  const time = new Date(Date.now() - age * 1_000)
  utimesSync(file, time, time)
  return file
}

type Sent = { dump: string; version: string; crashedAt: string }
function senderOf(statuses: number[]) {
  const sent: Sent[] = []
  const send = (report: Sent) => {
    sent.push(report)
    const status = statuses.shift() ?? 200
    return status === 0 ? Promise.reject(new Error('offline')) : Promise.resolve({ httpStatus: status })
  }
  return { sent, sender: new CrashSender({ folder, version: '1.2.3', send }) }
}
const textOf = ({ dump }: Sent) => gunzipSync(Buffer.from(dump, 'base64')).toString()

it('sends what Crashpad left, the oldest first, and deletes it', async () => {
  const files = [leave('newer', 10), leave('older', 20)]
  const { sent, sender } = senderOf([])
  await Promise.all([sender.sendAll(), sender.sendAll()])
  expect(sent.map(textOf)).toEqual(['older', 'newer'])
  expect(sent[0]).toMatchObject({ version: '1.2.3' })
  for (const file of files) {
    expect(existsSync(file)).toBe(false)
    expect(existsSync(file.replace('.dmp', '.meta'))).toBe(false)
  }
  await sender.sendAll()
  expect(sent).toHaveLength(2)
})

it('keeps a report while the server does not respond, has an error, or counts the call as repeated', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const file = leave('one', 10)
  const { sent, sender } = senderOf([0, 503, 409, 200])
  for (let call = 0; call < 3; call++) {
    await sender.sendAll()
    expect(existsSync(file)).toBe(true)
  }
  await sender.sendAll()
  expect(existsSync(file)).toBe(false)
  expect(sent).toHaveLength(4)
})

it('deletes a report that the server refuses, and one that is too large to be sent', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const refused = leave('refused', 10)
  const large = leave('large', 20)
  writeFileSync(large, Buffer.alloc(33 * 1024 * 1024))
  const incompressible = leave('incompressible', 30)
  writeFileSync(incompressible, randomBytes(largestCrashReport + 1))
  const { sent, sender } = senderOf([429])
  await sender.sendAll()
  expect(existsSync(refused)).toBe(false)
  expect(existsSync(large)).toBe(false)
  expect(existsSync(incompressible)).toBe(false)
  expect(sent).toHaveLength(1)
})

it('sends nothing where there are no reports', async () => {
  rmSync(join(folder, 'pending'), { recursive: true })
  const { sent, sender } = senderOf([])
  await sender.sendAll()
  expect(sent).toEqual([])
})
