/** A terminal that nobody uses shows what there is to bet on, until somebody touches it. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { PNG } from 'pngjs'
import { Sandbox } from '../../scripts/Sandbox.ts'
import { live, newMatch } from '../e2e/matches.ts'
import type { Desktop } from './harness/Desktop.ts'
import { expect, test } from './harness/fixtures.ts'

async function picture(desktop: Desktop, name: string): Promise<void> {
  if (process.env['E2E_PICTURES'] !== '1') return
  mkdirSync('artifacts/screens', { recursive: true })
  writeFileSync(`artifacts/screens/kiosk-attract-${name}.png`, PNG.sync.write(await desktop.picture()))
}

test(
  'with nobody there it shows live odds, wins and games; a touch shows the lobby at once',
  { tag: '@full' },
  async ({ start, desktop, serverUrl }) => {
    const sandbox = new Sandbox(serverUrl)
    // The server lists the earliest first.
    const match = await newMatch(sandbox, { ...live, startsInMs: -115 * 60_000 })
    const { page } = await start({ config: { kiosk: true, attractSeconds: 3 } })
    const touch = page.getByRole('button', { name: 'Toque para jogar' })
    const title = (text: string) => page.getByRole('heading', { name: text, exact: true })
    await expect(touch).toBeVisible()
    const card = page.getByRole('listitem').filter({ hasText: match.league })
    await expect(card).toContainText(/67′.*1\s*1,85.*X\s*3,40.*2\s*4,20/)
    await picture(desktop, 'matches')
    // It covers the lobby and goes on by itself.
    await expect(title('Jogos')).toBeVisible()
    await picture(desktop, 'games')

    desktop.click(desktop.width / 2, desktop.height / 2)
    await expect(touch).toBeHidden()
    expect(new URL(page.url()).pathname).toBe('/home')
    await expect(page.getByRole('button', { name: 'Entrar', exact: true })).toBeVisible()
  },
)
