import type { Page } from '@playwright/test'
import { translate } from '../translate.ts'
import { expect, test } from './fixtures.ts'

test('the office goes on where a translator has changed the page @full', async ({ enter }) => {
  const page = await enter('administrator', '/roles')
  const failures: Error[] = []
  page.on('pageerror', (error) => failures.push(error))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await translate(page)
  await expect(page.locator('h1 font').first()).toBeVisible()

  // Another language changes every text, and leaves none of those before.
  await page.getByRole('button', { name: /^Conta de / }).click()
  await page.getByRole('menuitemradio', { name: 'English' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  const fresh = await page.context().newPage()
  await fresh.goto('/roles')
  await fresh.getByRole('heading', { name: 'Roles' }).waitFor()
  await expect.poll(() => textsOf(page)).toEqual(await textsOf(fresh))

  // What is found follows what is typed.
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('combobox')
  await palette.fill('audit')
  await expect(page.getByRole('option').first()).toHaveText(/^Audit/)
  await palette.fill('withdr')
  await expect(page.getByRole('option').first()).toHaveText(/^Withdrawals/)
  await palette.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Withdrawals')
  expect(failures).toEqual([])
})

/** Of the page and of the navigation, without the numbers beside its names. */
function textsOf(page: Page): Promise<string[]> {
  return page.locator('main, nav h2, nav a > span:first-of-type').allTextContents()
}
