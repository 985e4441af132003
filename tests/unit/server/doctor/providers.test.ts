import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { parseConfig } from '#server/config/config.ts'
import { checkProviders } from '#server/doctor/providers.ts'
import { checkSettings } from '#server/doctor/settings.ts'
import { Metrics } from '#server/observe/metrics.ts'
import { certificateEnds, watchCertificates } from '#server/providers/certificates.ts'
import { bankEnvironment } from '../../../peers/bankEnvironment.ts'
import { EfiPeer } from '../../../peers/EfiPeer.ts'
import { PixPeer } from '../../../peers/PixPeer.ts'

const folder = mkdtempSync(join(tmpdir(), 'palpite-doctor-'))
const [pix, efi] = await Promise.all([PixPeer.start(), EfiPeer.start()])
afterAll(async () => {
  await Promise.all([pix.close(), efi.close()])
  rmSync(folder, { recursive: true })
})

const demonstration = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://palpite.example',
  PAYMENT_PROVIDER: 'sandbox',
  JURISDICTION: 'br',
  DATA_DIR: folder,
}
const real = { ...demonstration, ...bankEnvironment(folder, { pix, efi }) }

const providersOf = (env: Record<string, string>) =>
  checkProviders(parseConfig(env)).map(({ grade, text }) => `${grade} ${text}`)
const settingsOf = (env: Record<string, string>) =>
  checkSettings(parseConfig(env)).map(({ grade, text }) => `${grade} ${text}`)

describe('the doctor', () => {
  it('says of real money what it only advises a demonstration', () => {
    const lines = [
      'FEED_PROVIDER: simulated tells of no real matches',
      'REGULATOR: the profile br asks for reports to the authority, and none sends nothing',
      'operator.taxId, operator.licence: resources/jurisdictions/br.json does not say whose house this is',
    ]
    expect(providersOf(demonstration)).toEqual(expect.arrayContaining(lines.map((line) => `advice ${line}`)))
    expect(providersOf(real)).toEqual(expect.arrayContaining(lines.map((line) => `missing ${line}`)))
    // The profile of demonstrations asks for no reports.
    expect(providersOf({ ...demonstration, JURISDICTION: 'spec' }).join('\n')).not.toContain('REGULATOR')
  })

  it('says that nobody can deposit where an address must be confirmed and no e-mail leaves', () => {
    const text = 'missing MAILER: log sends no e-mail'
    expect(providersOf(real)).toContain(
      `${text}, so nobody confirms an address, and the profile br takes no deposit before that`,
    )
    expect(providersOf({ ...real, JURISDICTION: 'spec' })).toContain(text)
  })

  it('says when the certificates of the banks end, and so do the metrics', async () => {
    for (const name of ['PIX', 'EFI'])
      expect(providersOf(real)).toContainEqual(
        expect.stringMatching(
          new RegExp(`^advice ${name}_CERTIFICATE_FILE is good until \\d{4}-\\d\\d-\\d\\d: renew it$`),
        ),
      )
    expect(providersOf(demonstration).join('\n')).not.toContain('CERTIFICATE')
    const { config } = parseConfig(real)
    const metrics = new Metrics()
    watchCertificates({ config, metrics })
    const text = await metrics.text()
    const ends = certificateEnds(config)
    expect(ends.map(({ prefix }) => prefix)).toEqual(['PIX', 'EFI'])
    for (const { prefix, end } of ends) {
      expect(end.getTime()).toBeGreaterThan(Date.now())
      expect(text).toContain(
        `palpite_certificate_end_timestamp_seconds{certificate="${prefix}"} ${end.getTime() / 1000}\n`,
      )
    }
  })

  it('misses no chat of others where the back office answers', () => {
    const closed = 'advice SUPPORT_ID or OFFICE_PORT: the support chat is closed'
    expect(settingsOf(demonstration)).toContain(closed)
    const office = { OFFICE_PORT: '5252', OFFICE_URL: 'https://office.palpite.example' }
    expect(settingsOf({ ...demonstration, ...office })).toContain('ok the support chat is in the back office')
    expect(settingsOf({ ...demonstration, SUPPORT_ID: '123' })).toContain('ok SUPPORT_ID is set')
  })

  it('asks for one folder of updates where there may be terminals', () => {
    const spec = { ...demonstration, JURISDICTION: 'spec' }
    expect(settingsOf(spec)).toContain(
      'advice UPDATES_DIR: a folder that all processes share, for the updates of terminals',
    )
    expect(settingsOf({ ...spec, UPDATES_DIR: '/updates' })).toContain('ok UPDATES_DIR is /updates')
    expect(settingsOf(demonstration).join('\n')).not.toContain('UPDATES_DIR')
  })
})
