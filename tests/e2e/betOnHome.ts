import type { Page } from '@playwright/test'
import type { PalpiteApp } from './page-models/palpite-app.ts'
import { SlipPanel } from './page-models/slip-panel.ts'
import { SportsPage } from './page-models/sports-page.ts'

/** Presses the bet of a slip with this match's home side, whatever comes of it. */
export async function betOnHome(
  app: PalpiteApp,
  page: Page,
  match: { home: string },
  stake: string,
): Promise<SlipPanel> {
  const [sports, slip] = [new SportsPage(page), new SlipPanel(page)]
  await app.open('/footballPage')
  await sports.tab('Próximas').click()
  await sports.price(`Resultado final: ${match.home} 1,85`).click()
  await slip.bar.click()
  await slip.stake.fill(stake)
  await slip.bet.click()
  return slip
}
