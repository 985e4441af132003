import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { createCA, createCert } from 'mkcert'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { toBlockReasons } from '#contract/rules/blockReasons.ts'
import { parseConfig } from '#server/config/config.ts'
import type { RegisterSettings } from '#server/config/personSettings.ts'
import { checkProviders } from '#server/doctor/providers.ts'
import { readRegisterSettings, SigapRegister } from '#server/providers/blockedPersons/SigapRegister.ts'
import { AnswerUnknownError, ProviderRefusedError } from '#server/providers/errors.ts'
import { sharedCertificates } from '../../../peers/BankPeer.ts'
import { SigapPeer } from '../../../peers/SigapPeer.ts'

describe('the register of blocked persons', async () => {
  const peer = await SigapPeer.start()
  const folder = mkdtempSync(join(tmpdir(), 'sigap-'))
  const { config } = parseConfig({ DATA_DIR: folder, ...peer.environment(folder) })
  let now = 0
  const registers: SigapRegister[] = []
  const newRegister = (settings: Partial<RegisterSettings> = {}) => {
    const register = new SigapRegister(readRegisterSettings({ ...config.register, ...settings }), () => now)
    registers.push(register)
    return register
  }
  beforeEach(() => {
    peer.calls.length = 0
    peer.faults.length = 0
  })
  afterAll(async () => {
    for (const register of registers) await register.close()
    await peer.close()
    rmSync(folder, { recursive: true })
  })

  it.each<[cpf: string, reasons: string[], told: string[] | null]>([
    ['28784142090', ['PROGRAMA_SOCIAL'], ['socialProgramme']],
    ['51077358008', ['AUTOEXCLUSAO_CENTRALIZADA'], ['selfExclusion']],
    ['10996230572', ['AUTOEXCLUSAO_CENTRALIZADA', 'PROGRAMA_SOCIAL'], ['socialProgramme', 'selfExclusion']],
    ['83941151878', ['PROGRAMA_NOVO_DESENROLA_BRASIL'], ['creditProgramme']],
    ['52998224725', [], null],
  ])('says of %s: %j', async (cpf, reasons, told) => {
    const answer = await newRegister().ask(cpf)
    expect(answer).toEqual({
      isBlocked: told !== null,
      reasons,
      requestId: peer.lastRequestId,
      selfExcludedAt: reasons.includes('AUTOEXCLUSAO_CENTRALIZADA') ? '2026-10-01T12:00:00.000' : null,
    })
    if (told) expect(toBlockReasons(answer.reasons)).toEqual(told)
  })

  it('gives a token for seven days, which is renewed shortly before its end and when it is refused', async () => {
    const register = newRegister()
    const tokens = () => peer.calls.filter((call) => call.startsWith('POST')).length
    await Promise.all([register.ask('52998224725'), register.ask('52998224725')])
    now += 7 * 86_400_000 - 61_000
    await register.ask('52998224725')
    expect(tokens()).toBe(1)
    now += 2_000
    await register.ask('52998224725')
    expect(tokens()).toBe(2)
    peer.revokeTokens()
    expect((await register.ask('28784142090')).isBlocked).toBe(true)
    expect(tokens()).toBe(3)
  })

  it.each([
    ['says nothing of the person', { text: '{"idRequisicao":"1"}' }],
    ['says it in other words', { text: '{"resultado":"TALVEZ","idRequisicao":"1"}' }],
    ['gives no number', { text: '{"resultado":"NAO_IMPEDIDO"}' }],
    ['answers with a page', { text: '<html>' }],
    ['answers with too much', { text: `"${'x'.repeat(100_000)}"` }],
    ['fails', { status: 503 }],
    ['cuts the connection', 'cut' as const],
  ])('has not answered when it %s, and no error says whom it was asked about', async (_, fault) => {
    peer.faults.push(fault)
    const error = await newRegister()
      .ask('52998224725')
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(AnswerUnknownError)
    expect(inspect(error)).not.toContain('52998224725')
  })

  it.each([400, 404, 422])('refuses the question about one person with status %i', async (status) => {
    peer.faults.push({ status })
    const error = await newRegister()
      .ask('52998224725')
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ProviderRefusedError)
    expect(inspect(error)).not.toContain('52998224725')
  })

  it('lets nobody in without a certificate of its own authority', async () => {
    const other = await createCert({
      ca: await createCA({
        organization: 'Other',
        countryCode: 'BR',
        state: 'SP',
        locality: 'SP',
        validity: 1,
      }),
      domains: ['client'],
      validity: 1,
    })
    const [certificateFile, privateKeyFile] = ['other.pem', 'other.key'].map((name) => join(folder, name))
    writeFileSync(certificateFile ?? '', other.cert)
    writeFileSync(privateKeyFile ?? '', other.key)
    await expect(newRegister({ certificateFile, privateKeyFile }).ask('52998224725')).rejects.toThrow(
      AnswerUnknownError,
    )
    expect(peer.calls).toEqual([])
    expect(() => readRegisterSettings({ ...config.register, certificateFile })).toThrow(
      'SIGAP_PRIVATE_KEY_FILE is not the private key (PEM) of SIGAP_CERTIFICATE_FILE',
    )
  })

  it('is checked by the doctor: a certificate that ends soon is to be renewed, and none is used after its end', async () => {
    const { client } = await sharedCertificates()
    const check = (certificateFile: string) =>
      checkProviders(
        parseConfig({
          DATA_DIR: folder,
          ...peer.environment(folder),
          SIGAP_CERTIFICATE_FILE: certificateFile,
        }),
      ).map(({ grade, text }) => `${grade} ${text}`)
    const current = join(folder, 'current.pem')
    writeFileSync(current, client.cert)
    expect(check(current)).toContainEqual(
      expect.stringMatching(/^advice SIGAP_CERTIFICATE_FILE is good until \d{4}-\d\d-\d\d: renew it$/),
    )
    vi.useFakeTimers({ now: Date.now() + 3 * 86_400_000, toFake: ['Date'] })
    expect(check(current)).toEqual([
      expect.stringMatching(/^missing SIGAP_CERTIFICATE_FILE is good until .* only$/),
    ])
    vi.useRealTimers()
  })
})
