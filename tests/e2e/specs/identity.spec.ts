import { expect, test } from '../fixtures.ts'
import { inspected, stepsOf } from '../identitySteps.ts'
import { useOwnServer } from '../ownServer.ts'

// On a server of the profile `br`, which asks for pictures, with a camera that the browser makes up (playwright.config.ts). The
// shorter test is beside the others of that profile (brazil.spec.ts).
useOwnServer({ JURISDICTION: 'br' })

test('a player sees every state of the check, is refused with a reason, and tries again @full', async ({
  app,
  page,
  sandbox,
  signIn,
}) => {
  const { username } = await signIn({ kyc: 0 })
  const { button, check, fillForm, takePicture } = stepsOf(page, app, sandbox)
  const takePictures = async (look?: (state: string) => Promise<void>) => {
    for (const side of ['a frente', 'o verso', 'o rosto']) await takePicture(side, look)
  }

  await app.open('/identidade')
  await app.online(username)
  await expect(page.getByText('Identidade ainda não verificada')).toBeVisible()
  await inspected(page, 'no check')
  await button('Começar').click()
  await fillForm()
  await expect(page.getByRole('heading', { name: 'Faltam as fotos' })).toBeVisible()
  await expect(button('Concluir e mandar')).toBeDisabled()
  // Without pictures nobody looks at it, and nothing can be deposited.
  expect(await check()).toBeUndefined()
  await app.open('/home?overlay=deposit')
  await expect(app.dialog('Verificação de identidade')).toContainText('Faltam as fotos')
  await button('Ir para as fotos').click()
  await expect(page).toHaveURL(/\/identidade$/)

  await takePictures((state) => inspected(page, state))
  await inspected(page, 'all pictures')
  await button('Concluir e mandar').click()
  await expect(page.getByText('Em análise')).toBeVisible()
  await inspected(page, 'waiting')
  const first = await check()
  if (!first) throw new Error('the check does not wait')
  const params = { userId: first.userId }
  await sandbox.call('POST identity/:userId/refuse', {
    params,
    body: { id: first.id, refusal: 'unreadable' },
  })
  await expect(page.getByText('Não foi possível ler as fotos.')).toBeVisible()
  await inspected(page, 'refused')

  await button('Tentar outra vez').click()
  await fillForm()
  await takePictures()
  await button('Concluir e mandar').click()
  await expect(page.getByText('Em análise')).toBeVisible()
  const second = await check()
  await sandbox.call('POST identity/:userId/confirm', { params, body: { id: second?.id ?? '' } })
  await expect(page.getByText('Identidade confirmada').first()).toBeVisible()
  await inspected(page, 'confirmed')
})
