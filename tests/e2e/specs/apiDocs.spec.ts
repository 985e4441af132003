import { expect, test } from '../fixtures.ts'

test.skip(({ host }) => host !== 'web', 'a page of the server')

test("the window of tokens opens at the player's @full", async ({ page, serverUrl }) => {
  await page.goto(`${serverUrl}/api/docs`)
  await page.getByRole('button', { name: 'Authorize' }).first().click()
  await expect(page.getByRole('heading', { name: 'player (apiKey)' })).toBeInViewport({ ratio: 1 })
  await expect(page.locator('.auth-container input').first()).toBeFocused()
})
