import { randomUUID } from 'node:crypto'
import { generate } from 'otplib'
import { expect, logIn, logOut, test } from './fixtures.ts'

const password = 'muralha-verde-do-farol-42'

test('an invited person sets a password, and logs in by application, recovery code and passkey', async ({
  enter,
  page,
}) => {
  const email = `${randomUUID()}@office.test`
  const admin = await enter('administrator', '/staff')
  await admin.getByRole('button', { name: 'Convidar' }).click()
  const invite = admin.getByRole('dialog', { name: 'Convidar' })
  await invite.getByLabel('Nome').fill('Bia Nova')
  await invite.getByLabel('E-mail').fill('bia')
  await invite.getByRole('button', { name: 'Convidar' }).click()
  // The server's message stands at the field, and what was typed is still there.
  await expect(invite.getByLabel('Motivo')).toHaveAccessibleDescription('Preencha este campo.')
  await invite.getByLabel('E-mail').fill(email)
  await invite.getByLabel('Papel').selectOption('Caixa')
  await invite.getByLabel('Motivo').fill('Começa hoje')
  await invite.getByRole('button', { name: 'Convidar' }).click()
  const link = await admin.getByRole('dialog').getByText('/invitation#').textContent()

  await page.goto(link ?? '')
  await expect(page.getByRole('heading', { name: 'Bem-vindo, Bia Nova' })).toBeVisible()
  await page.getByLabel('Nova senha').fill(password)
  await page.getByLabel('Repita a senha').fill(password)
  await page.getByRole('button', { name: 'Salvar a senha' }).click()
  await expect(page.getByRole('heading', { name: 'Fila de trabalho' })).toBeVisible()
  expect(page.url()).not.toContain('#')

  // The application: a wrong code is refused, the right one gives the recovery codes.
  await page.getByRole('link', { name: 'Minha conta' }).click()
  await page.getByRole('button', { name: 'Configurar' }).click()
  const setup = page.getByRole('dialog', { name: 'Aplicativo autenticador' })
  await expect(setup.getByRole('img', { name: /Código QR/ })).toBeVisible()
  const secret = (await setup.getByText(/^[A-Z2-7]{16,}$/).textContent()) ?? ''
  await setup.getByLabel('Código de seis dígitos').fill(await generate({ secret }))
  await setup.getByRole('button', { name: 'Confirmar' }).click()
  await expect(setup.getByText('Cada um vale uma vez')).toBeVisible()
  const codes = await setup
    .getByRole('list', { name: 'Códigos de recuperação' })
    .getByRole('listitem')
    .allTextContents()
  expect(codes.length).toBeGreaterThan(4)
  await setup.getByRole('button', { name: 'Guardei os códigos' }).click()
  await expect(page.getByText('Configurado', { exact: true })).toBeVisible()

  // A passkey of this browser.
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  await page.getByRole('button', { name: 'Adicionar chave de acesso' }).click()
  await page.getByLabel('Nome da chave').fill('Notebook do caixa')
  await page.getByRole('dialog').getByRole('button', { name: 'Adicionar chave de acesso' }).click()
  await expect(page.getByText('Notebook do caixa')).toBeVisible()

  // The password alone does not open it; the session of a wrong code stays where it was.
  await logOut(page)
  await logIn(page, email, 'errada-de-proposito')
  await expect(page.getByRole('alert')).toBeVisible()
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Segundo fator' })).toBeVisible()
  await page.getByLabel('Código de seis dígitos').fill('000000')
  await expect(page.getByRole('alert')).toBeVisible()
  await page.getByRole('button', { name: 'Usar um código de recuperação' }).click()
  await page.getByLabel('Código de recuperação').fill(codes[0] ?? '')
  await page.getByRole('button', { name: 'Confirmar' }).click()
  await expect(page.getByText(`Restam ${codes.length - 1} códigos de recuperação.`)).toBeVisible()

  await logOut(page)
  await page.getByRole('button', { name: 'Entrar com chave de acesso' }).click()
  await expect(page.getByRole('button', { name: 'Conta de Bia Nova' })).toBeVisible()
})

test('a session that ends covers the page, which stays with what was typed @full', async ({ enter }) => {
  const page = await enter('administrator', '/staff')
  await page.getByRole('button', { name: 'Convidar' }).click()
  await page.getByLabel('Nome', { exact: true }).fill('Quase Convidada')
  await page.context().clearCookies()
  await expect(page.getByRole('heading', { name: 'Entrar' })).toBeVisible()
  await expect(page.getByText('A sessão terminou')).toBeVisible()
  await logIn(page, 'admin@office.local', 'balcao-2026')
  await expect(page.getByLabel('Nome', { exact: true })).toHaveValue('Quase Convidada')
  expect(new URL(page.url()).pathname).toBe('/staff')
})
