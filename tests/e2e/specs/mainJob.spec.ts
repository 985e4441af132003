import { randomUUID } from 'node:crypto'
import { expect, test } from '../fixtures.ts'
import { minesSeeds } from '../minesSeeds.ts'
import { AccessOverlay } from '../page-models/access-overlay.ts'
import { CashierOverlay } from '../page-models/cashier-overlay.ts'
import { MinesPage } from '../page-models/mines-page.ts'
import { testCpf } from '../testCpf.ts'

test(
  'a player registers, deposits, plays a fair round, withdraws, and sees it all in the records',
  { tag: '@window' },
  async ({ app, page, sandbox }) => {
    const email = `main-${randomUUID().slice(0, 12)}@gmail.com`
    const access = new AccessOverlay(page, sandbox)
    const cashier = new CashierOverlay(page)
    const mines = new MinesPage(page)

    await test.step('register', async () => {
      await app.open('/home')
      await page.getByRole('button', { name: 'Inscrever-se', exact: true }).first().click()
      await access.register({ email, password: 'Segura-123' })
      await expect(access.dialog).toBeHidden()
      await app.dialog('Seu presente de boas-vindas').getByRole('button', { name: 'Agora não' }).click()
      await expect(app.balance).toHaveText('R$ 0,00')
    })

    await test.step('identity, then deposit 100 by PIX', async () => {
      await app.button('Depositar').click()
      const identity = app.dialog('Verificação de identidade')
      await identity.getByRole('textbox', { name: 'Nome completo' }).fill('Maria Clara Souza')
      await identity.getByRole('textbox', { name: 'CPF' }).fill(testCpf())
      await identity.getByRole('button', { name: 'Enviar' }).click()
      await expect(cashier.dialog).toBeVisible()
      await expect(cashier.package('R$ 100,00')).toBeChecked()
      await cashier.pay('R$ 100,00')
      await expect(cashier.waiting).toBeVisible()
      const [order] = await sandbox.orders(email)
      await sandbox.settleOrder(order?.orderId ?? '', 'pay')
      await expect(cashier.waiting).toBeHidden()
      await expect(app.balance).toHaveText('R$ 100,00')
    })

    await test.step('mines: two gems, cash out', async () => {
      await sandbox.setSeeds(email, minesSeeds)
      await app.open('/mines')
      await expect(app.balance).toHaveText('R$ 100,00')
      await mines.stake.fill('100,00')
      await mines.setMines(3)
      await mines.bet.click()
      await expect(app.balance).toHaveText('R$ 0,00')
      await mines.tile(1).click()
      await expect(mines.tile(1)).toHaveAccessibleName('Casa 1, diamante')
      await expect(mines.result).toContainText(/^1,12/)
      await mines.tile(2).click()
      await expect(mines.tile(2)).toHaveAccessibleName('Casa 2, diamante')
      await mines.cashOut.click()
      await expect(mines.tile(14)).toHaveAccessibleName('Casa 14, mina')
      await expect(mines.result).toContainText(/^1,2/)
      await expect(app.balance).not.toHaveText('R$ 0,00')
    })

    await test.step('withdraw what may be withdrawn', async () => {
      await sandbox.patchUser(email, { turnover: 0 })
      await app.open('/home')
      await app.button('Abrir menu da conta').click()
      await app.dialog('Conta').getByRole('button', { name: 'Retirar', exact: true }).click()
      const panel = cashier.withdrawPanel
      await panel.getByRole('textbox', { name: 'Valor da retirada' }).fill('50')
      await panel.getByRole('button', { name: 'Destino' }).click()
      await cashier.fillDestination({ type: 'CPF', key: testCpf(), holder: 'Maria Clara Souza' })
      await panel.getByRole('button', { name: 'Retirar', exact: true }).click()
      await expect(page.getByText('Solicitação de saque bem-sucedida!')).toBeVisible()
      await expect(cashier.dialog).toBeHidden()
    })

    await test.step('the records show every step', async () => {
      await app.open('/registros')
      await page.getByRole('tab', { name: 'Depósitos' }).click()
      await expect(page.getByRole('tabpanel')).toContainText('100,00')
      await page.getByRole('tab', { name: 'Retiradas' }).click()
      await expect(page.getByRole('tabpanel')).toContainText('50,00')
      await page.getByRole('tab', { name: 'Rodadas' }).click()
      await expect(page.getByRole('tabpanel')).toContainText('Mines')
    })
  },
)
