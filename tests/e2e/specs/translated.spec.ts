import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { minesSeeds } from '../minesSeeds.ts'
import { fixSeeds, GamePage } from '../page-models/game-page.ts'
import { MinesPage } from '../page-models/mines-page.ts'

/** What a browser's translator does to a page: each text is replaced by an element with the translation, here the same words. */
async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const replaceTexts = () => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const found: Text[] = []
      for (let node = texts.nextNode(); node; node = texts.nextNode())
        if (
          node instanceof Text &&
          node.data.trim() !== '' &&
          !node.parentElement?.closest('font, [translate="no"], script, style, textarea')
        )
          found.push(node)
      for (const text of found) {
        const outer = document.createElement('font')
        const inner = document.createElement('font')
        inner.textContent = text.data
        outer.append(inner)
        text.replaceWith(outer)
      }
    }
    replaceTexts()
    new MutationObserver(replaceTexts).observe(document.body, {
      childList: true,
      subtree: true,
      characterData: true,
    })
  })
}

test('a translated page plays on, and shows the amounts that the server pays', async ({
  app,
  page,
  sandbox,
  signIn,
}) => {
  const failures: Error[] = []
  page.on('pageerror', (error) => failures.push(error))
  const user = await signIn({ balance: 100 })
  await sandbox.setSeeds(user.username, minesSeeds)
  const mines = new MinesPage(page)
  await app.open('/mines')
  await mines.setMines(3)
  await translate(page)
  await expect(mines.bet.locator('font').first()).toBeVisible()
  await mines.bet.click()
  await mines.tile(1).click()
  await expect(mines.cashOut).toHaveText(/Sacar R\$\s11,25/)
  await mines.tile(2).click()
  await expect(mines.cashOut).toHaveText(/Sacar R\$\s12,85/)
  await mines.cashOut.click()
  await expect(mines.result).toContainText('12,85')
  await expect(app.balance).toHaveText('R$ 102,85')
  await expect(mines.bet).toBeEnabled()

  const seeds = ['f0344667883e7628a041d8e500e6d203', '2a73709723181740d73e64233275c29c'] as const
  await fixSeeds(sandbox, user.username, seeds, 2)
  await app.open('/rowDouble')
  const tower = new GamePage(page)
  await page.getByRole('radio', { name: 'Difícil' }).check()
  await translate(page)
  await tower.bet.click()
  await page.getByRole('button', { name: /^Linha 1, casa 1(,|$)/ }).click()
  await expect(tower.cashOut).toHaveText(/Sacar R\$\s19,80/)
  await page.getByRole('button', { name: /^Linha 2, casa 1(,|$)/ }).click()
  await expect(tower.cashOut).toHaveText(/Sacar R\$\s39,60/)
  await tower.cashOut.click()
  await expect(app.balance).toHaveText('R$ 132,45')
  expect(failures).toEqual([])
})
