import { randomUUID } from 'node:crypto'
import { minesSeeds } from '../e2e/minesSeeds.ts'
import { testCpf } from '../e2e/testCpf.ts'
import type { Sandbox } from '../../scripts/Sandbox.ts'
import { expect, test } from './fixtures.ts'
import type { Visitor } from './Visitor.ts'

/** R$ 100, for a player who has nothing and is known. */
async function depositByPix(visitor: Visitor, sandbox: Sandbox, username: string): Promise<void> {
  await visitor.press('radio', /^R\$\s100,00/, { within: 'Depósito' })
  await visitor.press('button', 'Depósito', { within: 'Depósito' })
  await visitor.press('button', 'Confirme Para Pagar')
  await visitor.sees('dialog', 'Complete sua recarga')
  const [order] = await sandbox.orders(username)
  await sandbox.settleOrder(order?.orderId ?? '', 'pay')
  await visitor.seesNo('dialog', 'Complete sua recarga')
  await visitor.reads('status', 'Saldo', 'R$ 100,00')
}

/** Two gems, and the cash-out. */
async function playMines(visitor: Visitor, sandbox: Sandbox, username: string): Promise<void> {
  await sandbox.setSeeds(username, minesSeeds)
  await visitor.open('/mines')
  await visitor.reads('status', 'Saldo', 'R$ 100,00')
  await visitor.fill('Aposta', '100,00')
  await visitor.press('button', 'Apostar')
  await visitor.press('button', 'Casa 1')
  await visitor.sees('button', 'Casa 1, diamante')
  await visitor.press('button', 'Casa 2')
  await visitor.sees('button', 'Casa 2, diamante')
  await visitor.press('button', /^Sacar/)
  await visitor.sees('button', 'Casa 14, mina')
}

test('a player deposits and plays a fair round', { tag: '@webkit' }, async ({ visitor, sandbox, login }) => {
  const { username } = await login()
  await visitor.press('button', 'Depositar')
  await depositByPix(visitor, sandbox, username)
  await playMines(visitor, sandbox, username)
})

test(
  'a player registers, deposits, plays a fair round, withdraws, and sees it in the records',
  { tag: '@job' },
  async ({ visitor, engine, sandbox }) => {
    const email = `engine-${randomUUID().slice(0, 12)}@gmail.com`
    const access = { within: 'Acesso' }

    await test.step('register', async () => {
      await visitor.open('/home')
      await visitor.press('button', 'Inscrever-se')
      await visitor.press('tab', 'Registro', access)
      await visitor.fill('E-mail', email, access)
      await visitor.fill('Telefone', '11987654321', access)
      await visitor.fill('Senha', 'Segura-123', access)
      await visitor.fill('Repita a senha', 'Segura-123', access)
      await visitor.sees('img', 'Captcha', access)
      const codeId = await engine.run<string>(
        'return document.querySelector("[data-code-id]").dataset.codeId',
      )
      await visitor.fill('Captcha', await sandbox.captchaAnswer(codeId), access)
      await visitor.press('checkbox', /^Aceito os termos/, access)
      await visitor.press('button', 'Inscrever-se', access)
      await visitor.press('button', 'Agora não', { within: 'Seu presente de boas-vindas' })
      await visitor.reads('status', 'Saldo', 'R$ 0,00')
    })

    await test.step('identity, then deposit 100 by Pix', async () => {
      await visitor.press('button', 'Depositar')
      const identity = { within: 'Verificação de identidade' }
      await visitor.fill('Nome completo', 'Maria Clara Souza', identity)
      await visitor.fill('CPF', testCpf(), identity)
      await visitor.press('button', 'Enviar', identity)
      await depositByPix(visitor, sandbox, email)
    })

    await test.step('mines: two gems, cash out', async () => {
      await playMines(visitor, sandbox, email)
    })

    await test.step('withdraw', async () => {
      await sandbox.patchUser(email, { turnover: 0 })
      await visitor.open('/home')
      await visitor.press('button', 'Abrir menu da conta')
      await visitor.press('button', 'Retirar', { within: 'Conta' })
      await visitor.fill('Valor da retirada', '50')
      await visitor.press('button', 'Destino')
      const destination = { within: 'Destino da retirada' }
      await visitor.press('radio', 'CPF', destination)
      await visitor.fill('Chave', testCpf(), destination)
      await visitor.fill('Nome do titular', 'Maria Clara Souza', destination)
      await visitor.fill('WhatsApp', '11987654321', destination)
      await visitor.press('button', 'Salvar', destination)
      await visitor.press('button', 'Retirar', { within: 'Retirar' })
      await visitor.seesText('Solicitação de saque bem-sucedida!')
    })

    await test.step('the records', async () => {
      await visitor.open('/registros')
      for (const [tab, text] of [
        ['Depósitos', '100,00'],
        ['Retiradas', '50,00'],
        ['Rodadas', 'Mines'],
      ] as const) {
        await visitor.press('tab', tab)
        await visitor.reads('tabpanel', tab, text)
      }
    })
    expect(await visitor.path()).toBe('/registros')
  },
)
