import { describe, expect, it } from 'vitest'
import { deriveSecrets } from '#server/config/derivedSecrets.ts'

const vaultWith = (master: number) => deriveSecrets(Buffer.alloc(32, master)).vault
const vault = vaultWith(1)
const other = vaultWith(2)

describe('vault', () => {
  it('opens what it sealed, and seals differently each time', () => {
    const [first, second] = [vault.seal('52998224725', 'cpf'), vault.seal('52998224725', 'cpf')]
    expect(first.equals(second)).toBe(false)
    expect(first.toString('latin1')).not.toContain('52998224725')
    expect(vault.open(first, 'cpf')).toBe('52998224725')
    expect(vault.open(vault.seal('', 'cpf'), 'cpf')).toBe('')
  })

  it('opens nothing sealed with another key or context, and nothing that was modified', () => {
    const sealed = vault.seal('52998224725', 'cpf')
    expect(() => other.open(sealed, 'cpf')).toThrow()
    expect(() => vault.open(sealed, 'payout')).toThrow()
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed)
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
      expect(() => vault.open(changed, 'cpf')).toThrow()
    }
    expect(() => vault.open(sealed.subarray(0, 20), 'cpf')).toThrow()
  })

  it('opens what an earlier run with the same key sealed', () => {
    expect(vaultWith(1).open(vault.seal('52998224725', 'cpf'), 'cpf')).toBe('52998224725')
  })

  it('has the same index for the same text, key and context only', () => {
    const index = vault.index('52998224725', 'cpf')
    expect(index).toHaveLength(32)
    expect(vault.index('52998224725', 'cpf').equals(index)).toBe(true)
    expect(vault.index('52998224726', 'cpf').equals(index)).toBe(false)
    expect(vault.index('52998224725', 'payout').equals(index)).toBe(false)
    expect(other.index('52998224725', 'cpf').equals(index)).toBe(false)
  })
})
