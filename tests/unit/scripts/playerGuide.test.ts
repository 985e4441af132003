import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import { bonusKinds } from '#contract/rules/bonusKinds.ts'
import { loadProfile, type JurisdictionProfile } from '#server/config/jurisdictions.ts'
import { formatText } from '../../../scripts/formatText.ts'
import { guidePath, playerGuide } from '../../../scripts/guide/playerGuide.ts'

const root = join(import.meta.dirname, '../../..')
const names = readdirSync(join(root, 'resources/jurisdictions')).map((file) => basename(file, '.json'))
const spec = loadProfile('spec')

it.each(names)('the guide of profile %s is up to date (npm run guide)', async (name) => {
  const page = guidePath(name)
  expect(readFileSync(join(root, page), 'utf8')).toBe(await formatText(page, playerGuide(loadProfile(name))))
})

it('names nothing that a profile forbids', () => {
  const without = (change: Partial<JurisdictionProfile>) => playerGuide({ ...spec, ...change })
  const forbidden: [change: Partial<JurisdictionProfile>, words: RegExp][] = [
    [{ paymentMethods: ['pix'] }, /cartão/],
    [{ ownAccountOnly: true }, /CNPJ|USDT|outro CPF|chave nova/],
    [{ crypto: false }, /USDT/],
    [{ kiosk: false, voucherWithdrawals: null }, /\bum vale\b|totem/i],
    ...bonusKinds.map((kind): [Partial<JurisdictionProfile>, RegExp] => [
      { bonuses: { ...spec.bonuses, [kind]: false } },
      bonusWords[kind],
    ]),
  ]
  for (const [change, words] of forbidden) {
    expect(playerGuide(spec)).toMatch(words)
    expect(without(change)).not.toMatch(words)
  }
})

const bonusWords: Record<(typeof bonusKinds)[number], RegExp> = {
  packages: /Não participe de promoções|bônus de cada pacote/,
  gift: /Presente/,
  discount: /Desconto/,
  multiplier: /turbinado\b/,
  checkIn: /Check-in/,
  cashback: /fim de semana/,
  ladder: /Escada/,
  promotions: /primeiro depósito \(|primeiro amigo/,
  levels: /Bônus de nível/,
}
