import { randomUUID } from 'node:crypto'
import { expect, invite, test } from './fixtures.ts'

test('what needs four eyes waits for another person, who is never the one who asked', async ({
  enter,
  page: second,
}) => {
  const admin = await enter('administrator', '/staff')
  // A second administrator, for this test alone.
  const link = await invite(admin, {
    name: 'Davi Segundo',
    email: `${randomUUID()}@office.test`,
    role: 'administrator',
  })
  await second.goto(link)
  await second.getByLabel('Nova senha').fill('muralha-verde-do-farol-42')
  await second.getByLabel('Repita a senha').fill('muralha-verde-do-farol-42')
  await second.getByRole('button', { name: 'Salvar a senha' }).click()
  await second.getByRole('heading', { name: 'Fila de trabalho' }).waitFor()

  await admin.goto('/settings')
  await admin.getByRole('button', { name: 'Mudar: Quatro olhos' }).click()
  const dialog = admin.getByRole('dialog')
  await expect(dialog.getByLabel('Retirada a partir de')).toHaveValue('5000,00')
  await dialog.getByLabel('Retirada a partir de').fill('9.000,00')
  await dialog.getByLabel('Motivo').fill('Noite de clássico')
  await dialog.getByRole('button', { name: 'Mudar as configurações' }).click()
  await admin.getByRole('link', { name: 'Ver a aprovação' }).click()
  await expect(admin.getByText('Você pediu: outra pessoa precisa confirmar.')).toBeVisible()
  await expect(admin.getByRole('button', { name: 'Recusar' })).toBeVisible()
  await expect(admin.getByRole('button', { name: 'Confirmar' })).toHaveCount(0)

  // It stands in the queue of the other one without a reload.
  await second
    .getByRole('row', { name: /Noite de clássico/ })
    .getByRole('link')
    .first()
    .click()
  await second.getByRole('button', { name: 'Confirmar' }).click()
  await second.getByRole('dialog').getByLabel('Motivo').fill('Combinado com o turno')
  await second.getByRole('dialog').getByRole('button', { name: 'Confirmar' }).click()
  await expect(second.getByText('Confirmada').first()).toBeVisible()
  await expect(admin.getByText('Confirmada').first()).toBeVisible()
  await admin.goto('/settings')
  await expect(admin.getByText('R$ 9.000,00')).toBeVisible()
  await admin.goto('/audit')
  await expect(
    admin.getByRole('row', { name: /Davi Segundo \(Pedido por Ada Admin\).*Mudar as configurações/ }),
  ).toBeVisible()
})
