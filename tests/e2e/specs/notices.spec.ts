import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'

test('a browser is asked for notices by a press alone, and a push shows what it says', async ({
  app,
  page,
  context,
  signIn,
  serverUrl,
}) => {
  test.skip(test.info().project.name !== 'web', 'the window has no notices')
  let asked = 0
  await page.exposeFunction('countQuestion', () => void asked++)
  await page.addInitScript(() => {
    const { countQuestion } = window as typeof window & { countQuestion(): Promise<void> }
    Notification.requestPermission = async () => {
      await countQuestion()
      return 'denied'
    }
  })
  await signIn({ balance: 10 })
  await app.open('/home')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await app.open('/home?overlay=notifications')
  const sheet = page.getByRole('dialog', { name: 'Avisos', exact: true })
  await expect(sheet.getByRole('switch')).toHaveCount(3)
  expect(asked).toBe(0)
  await expectAccessible(page, 'notices')
  await sheet.getByRole('switch', { name: 'Gol' }).click()
  await expect.poll(() => asked).toBe(1)
  await expect(sheet.getByRole('switch', { name: 'Gol' })).not.toBeChecked()

  await context.grantPermissions(['notifications'], { origin: serverUrl })
  const devtools = await context.newCDPSession(page)
  const registration = new Promise<string>((resolve) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first) resolve(first.registrationId)
    }),
  )
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: serverUrl,
    registrationId: await registration,
    data: JSON.stringify({
      title: 'Retirada paga',
      body: 'Enviada.',
      path: '/registros',
      tag: 'withdrawal 1',
    }),
  })
  const shown = () =>
    page.evaluate(async () => {
      const ready = await navigator.serviceWorker.ready
      return (await ready.getNotifications()).map(({ title, body, data }) => [title, body, data as string])
    })
  await expect.poll(shown).toEqual([['Retirada paga', 'Enviada.', '/registros']])
})
