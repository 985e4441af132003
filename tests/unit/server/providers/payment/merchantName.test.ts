import { readdirSync, readFileSync } from 'node:fs'
import { hasError, parsePix } from 'pix-utils'
import { afterEach, expect, it, vi } from 'vitest'
import { cents } from '#contract/money.ts'
import { createVault } from '#server/config/crypto.ts'
import { merchantName } from '#server/providers/payment/merchantName.ts'

const folder = 'resources/brands'
const brands = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(
    ({ name }) =>
      JSON.parse(readFileSync(`${folder}/${name}/brand.json`, 'utf8')) as { name: string; id: string },
  )

afterEach(() => {
  vi.doUnmock('#brand/brand.json')
  vi.resetModules()
})

it.each([
  ...brands,
  { id: 'long', name: 'Apostas Esportivas da Fronteira Gaúcha' },
  { id: 'accents', name: 'Ação & Emoção São João' },
  { id: 'other-letters', name: 'Ставка' },
  { id: 'a-folder-name-that-is-longer-than-any-pix-key-may-be-in-the-code-of-a-payment', name: 'X' },
])('a deposit of the brand $name has a valid code', async ({ id, name }) => {
  vi.doMock('#brand/brand.json', () => ({ default: { id, name } }))
  vi.resetModules()
  const { openPayment } = await import('#server/providers/payment/sandbox/payments.ts')
  const written: unknown[][] = []
  const deps = {
    config: { secrets: { vault: createVault(Buffer.alloc(32)) } },
    db: {
      write: (_sql: string, params: unknown[]) => {
        written.push(params)
        return Promise.resolve([{ pay_no: params[0] }])
      },
    },
  }
  await openPayment(deps as never, {
    id: 'order',
    amount: cents(2_000),
    expiresAt: new Date(),
    returnUrl: '',
    payer: { name: '', cpf: '' },
    methods: ['pix'],
    language: 'pt_BR',
  })
  const code = parsePix(String(written[0]?.[6]))
  if (hasError(code)) throw new Error(code.message)
  expect(code).toMatchObject({
    type: 'STATIC',
    transactionAmount: 20,
    merchantName: expect.stringMatching(/^(?=.{1,25}$)([\x21-\x7E]+ )*SANDBOX$/) as string,
  })
})

it('keeps as much of a name as there is room for', () => {
  expect(merchantName('Ação  São João', 'Sandbox')).toBe('Acao Sao Joao Sandbox')
  expect(merchantName('Apostas Esportivas da Fronteira', 'Sandbox')).toBe('Apostas Esportiva Sandbox')
  expect(merchantName('Ставка', 'Sandbox')).toBe('Sandbox')
})
