import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bonusKinds } from '#contract/rules/bonusKinds.ts'
import { loadProfile } from '#server/config/jurisdictions.ts'
import { StartError } from '#server/config/startError.ts'

const folderWith = (name: string, text: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'palpite-profile-'))
  writeFileSync(join(folder, `${name}.json`), text)
  return folder
}

describe('jurisdiction profiles', () => {
  it('are the default profile and the Brazilian rules', () => {
    expect(loadProfile('spec')).toMatchObject({
      paymentMethods: ['pix', 'card'],
      ownAccountOnly: false,
      kiosk: true,
      notices: [],
      crypto: true,
      bonuses: Object.fromEntries(bonusKinds.map((kind) => [kind, true])),
      onlineCount: { multiplier: 101, jitter: true },
      limitsAtSignUp: [],
      idleCloseMinutes: null,
    })
    expect(loadProfile('br')).toMatchObject({
      paymentMethods: ['pix'],
      ownAccountOnly: true,
      kiosk: false,
      notices: ['risk', 'ownAccount', 'notIncome'],
      crypto: false,
      // After the bet, and not for a deposit.
      bonuses: Object.fromEntries(bonusKinds.map((kind) => [kind, kind === 'cashback'])),
      onlineCount: { multiplier: 1, jitter: false },
      limitsAtSignUp: ['loss', 'time'],
      idleCloseMinutes: 30,
    })
  })

  it('may have settlement rules of their own, with a Portuguese text', () => {
    const withRules = (settlementRules: object) => {
      const spec = loadProfile('spec')
      const profile = { ...spec, operator: { ...spec.operator, settlementRules } }
      return () => loadProfile('r', folderWith('r', JSON.stringify(profile))).operator.settlementRules
    }
    const own = { text: { pt_BR: 'Regras.', ja_JP: '規則' }, url: 'https://rules.example' }
    expect(withRules(own)()).toEqual(own)
    expect(withRules({ text: { ja_JP: '規則' }, url: null })).toThrow('needs pt_BR')
    expect(withRules({ text: { xx_XX: 'Rules.' }, url: null })).toThrow('settlementRules')
  })

  it('that are missing or wrong are reported in one line', () => {
    const lines = [
      () => loadProfile('nowhere'),
      () => loadProfile('x', folderWith('x', '{')),
      () => loadProfile('y', folderWith('y', '{"title":"Y"}')),
      () => loadProfile('w', folderWith('w', JSON.stringify({ ...loadProfile('spec'), paymentMethods: [] }))),
      () => loadProfile('v', folderWith('v', JSON.stringify({ ...loadProfile('spec'), notices: ['luck'] }))),
      () => loadProfile('z', folderWith('z', JSON.stringify({ ...loadProfile('spec'), extra: 1 }))),
    ].map((load) => {
      try {
        load()
        return 'loaded'
      } catch (error) {
        expect(error).toBeInstanceOf(StartError)
        return (error as Error).message
      }
    })
    expect(lines[0]).toContain('JURISDICTION nowhere has no profile')
    expect(lines[1]).toContain('is not JSON')
    expect(lines[2]).toContain('crypto')
    expect(lines[3]).toContain('paymentMethods')
    expect(lines[4]).toContain('notices')
    expect(lines[5]).toContain('extra')
    expect(lines.every((line) => !line.includes('\n'))).toBe(true)
  })
})
