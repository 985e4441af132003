import { desktop, type Studio } from './Studio.ts'

/** Of the handbooks for players, QA and operators. The venue's needs the Electron window: docs/images/kiosk.png. */
export async function drawHandbooks(studio: Studio): Promise<void> {
  await drawPlayers(studio)
  const qa = await studio.page(null, { viewport: desktop })
  await studio.open(qa, '/sandbox')
  const page = await studio.shot(qa)
  await studio.row('qa.png', [page], 560)
  await studio.open(qa, '/api/docs')
  await studio.row('operator.png', [await studio.shot(qa)], 560)
  await qa.context().close()
}

async function drawPlayers(studio: Studio): Promise<void> {
  const page = await studio.page({ balance: 1284.5, freeBalance: 50, level: 3 })
  const shots: Buffer[] = []
  for (const path of ['/footballPage', '/jogoResponsavel', '/registros', '/fair']) {
    await studio.open(page, path)
    shots.push(await studio.shot(page))
  }
  await page.context().close()
  await studio.row('player.png', shots, 560)
}
