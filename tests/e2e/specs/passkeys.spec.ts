import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'

/** A passkey belongs to a host's name; the other tests use an address. */
const named = (url: string) => url.replace('127.0.0.1', 'localhost')

test('a player makes a passkey, logs in with it, and removes it', async ({
  page,
  context,
  sandbox,
  serverUrl,
}) => {
  test.skip(test.info().project.name !== 'web', 'the window has no passkeys')
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await page.addInitScript(() => {
    if (sessionStorage.getItem('noSuggestions'))
      PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
  })
  const { token, password } = await sandbox.createUser({ balance: 10 })
  const home = `${named(serverUrl)}/home`
  await page.goto(home)
  await page.evaluate((value) => localStorage.setItem('token', value), token)
  await page.goto(`${home}?overlay=privacy`)
  const keys = page.getByRole('region', { name: 'Chaves de acesso' })
  await keys.getByRole('textbox', { name: 'Nome da chave' }).fill('Meu celular')
  await keys.getByLabel('Sua senha').fill(password)
  await keys.getByRole('button', { name: 'Criar chave de acesso' }).click()
  await expect(keys.getByRole('listitem')).toContainText(['Meu celular'])
  await expect(keys.getByRole('listitem')).toContainText('Ainda não usada')
  await expectAccessible(page, 'passkeys')

  const logOut = () => page.evaluate(() => localStorage.clear())
  const byButton = page.getByRole('button', { name: 'Entrar com chave de acesso' })
  await logOut()
  await page.evaluate(() => sessionStorage.setItem('noSuggestions', 'yes'))
  await page.goto(`${home}?overlay=login`)
  await byButton.click()
  await expect(page.getByRole('button', { name: 'Abrir menu da conta' })).toBeVisible()

  // The authenticator takes the first suggestion of the e-mail field by itself.
  await logOut()
  await page.evaluate(() => sessionStorage.removeItem('noSuggestions'))
  await page.goto(`${home}?overlay=login`)
  await expect(page.getByRole('button', { name: 'Abrir menu da conta' })).toBeVisible()

  await page.goto(`${home}?overlay=privacy`)
  await expect(keys.getByRole('listitem')).toContainText('Último uso em')
  await keys.getByRole('button', { name: 'Remover Meu celular' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remover', exact: true }).click()
  await expect(keys).toContainText('Você ainda não tem nenhuma chave')
  await logOut()
  await page.evaluate(() => sessionStorage.setItem('noSuggestions', 'yes'))
  await page.goto(`${home}?overlay=login`)
  await byButton.click()
  await expect(page.getByText('Esta chave de acesso não foi aceita')).toBeVisible()
})
