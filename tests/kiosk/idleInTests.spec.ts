/** What a test driver does on a terminal: its input counts as a customer's, and it need not wait for a customer to be gone. */
import type { Page } from '@playwright/test'
import { passIdleTime } from '#qa/passIdleTime.ts'
import { Sandbox } from '../../scripts/Sandbox.ts'
import { expect, test } from './harness/fixtures.ts'
import { homeLink } from './harness/homeLink.ts'

const idleSeconds = 90
const idleAnswerSeconds = 20

/** How often the terminal has asked since. */
async function countQuestions(page: Page): Promise<() => Promise<number>> {
  const heard = await page.evaluateHandle(() => {
    const asked: number[] = []
    window.bridge?.on('customer:idle', ({ secondsLeft }) => {
      if (secondsLeft !== null) asked.push(secondsLeft)
    })
    return asked
  })
  return async () => (await heard.jsonValue()).length
}

test('clicks and keys of a test keep the customer, its answer lasts, and idle time passes at once @full', async ({
  start,
  serverUrl,
}) => {
  const sandbox = new Sandbox(serverUrl)
  const { username } = await sandbox.createUser({ balance: 100 })
  const { app, page } = await start({ config: { kiosk: true, scale: 1, idleSeconds, idleAnswerSeconds } })
  await page.goto(`app://palpite${await sandbox.loginPath(username)}`)
  const balance = page.getByRole('status', { name: 'Saldo' })
  await expect(balance).toContainText('100,00')
  const question = page.getByRole('alertdialog', { name: 'Ainda está aí?' })

  // Five times nearly as long as a customer may do nothing, with something done in between.
  const asked = await countQuestions(page)
  for (const act of [
    () => page.keyboard.press('Shift'),
    () => page.mouse.click(5, 5),
    () => balance.click(),
    () => page.keyboard.press('Tab'),
    () => page.mouse.click(5, 5),
  ]) {
    await act()
    await passIdleTime(app, idleSeconds - 15)
  }
  expect(await asked()).toBe(0)

  await passIdleTime(app, 16)
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Continuar' }).click()
  await expect(question).toBeHidden()
  const again = await countQuestions(page)
  await passIdleTime(app, idleSeconds - 15)
  await page.keyboard.press('Shift')
  expect(await again()).toBe(0)

  await passIdleTime(app, idleSeconds)
  await expect(question).toBeVisible()
  const next = app.waitForEvent('window')
  await passIdleTime(app, idleAnswerSeconds)
  const nextPage = await next
  await expect(homeLink(nextPage)).toBeVisible()
  await expect(nextPage.getByRole('button', { name: 'Entrar', exact: true })).toBeVisible()
})
