/**
 * Receipts through Debian's real CUPS: what a customer is told is what has come out of the printer, nothing comes out later,
 * and nothing of a customer stays on the disk.
 */
import { Sandbox } from '../../scripts/Sandbox.ts'
import { deposit100 } from '../e2e/playerApi.ts'
import { PrintError } from '#main/printer/PaperDocument.ts'
import { Spooler } from '#main/printer/spooler.ts'
import { Cups, whyNoCups, type Queue } from './harness/Cups.ts'
import { expect, test as base } from './harness/fixtures.ts'
import { Hand } from './harness/Hand.ts'

const test = base.extend<{ cups: Cups }>({
  cups: async ({}, use) => {
    const cups = await Cups.start()
    await use(cups)
    await cups.stop()
  },
})

test.use({ monitor: { width: 600, height: 900 } })
test.skip(whyNoCups !== '', whyNoCups)

/** A line on a page of 80 × 120 mm. */
const pdf = toPdf([
  '<</Type/Catalog/Pages 2 0 R>>',
  '<</Type/Pages/Kids[3 0 R]/Count 1>>',
  '<</Type/Page/Parent 2 0 R/MediaBox[0 0 227 340]/Resources<<>>/Contents 4 0 R>>',
  '<</Length 19>>stream\n0 0 m 200 300 l S  \nendstream',
])

/** With the table of offsets, without which the filters repair it only sometimes. */
function toPdf(objects: string[]): Buffer {
  const offsets: string[] = []
  let text = '%PDF-1.4\n'
  for (const [index, object] of objects.entries()) {
    offsets.push(`${String(text.length).padStart(10, '0')} 00000 n \n`)
    text += `${index + 1} 0 obj${object}endobj\n`
  }
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`
  return Buffer.from(`${text}${table}trailer<</Size ${size}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`)
}

test('a job is printed, or cancelled and never printed; no file stays', async ({ cups }) => {
  const spooler = (printMs?: number) =>
    new Spooler({ address: { socketPath: cups.server }, ...(printMs === undefined ? {} : { printMs }) })
  const print = (queue: string, printMs?: number) =>
    spooler(printMs).print({ queue, pdf, width: 80, height: 120 })

  expect(await print('ready')).toBe('printed')
  await expect.poll(() => cups.printed.length).toBe(1)
  expect(cups.printed[0]).toContain('%PDF')
  expect(cups.kept).toEqual([])

  const refused = { stopped: 'stopped', rejecting: 'stopped', missing: 'unreachable' }
  for (const [queue, outcome] of Object.entries(refused))
    await expect(print(queue)).rejects.toMatchObject({ outcome })
  await expect(print('late', 300)).rejects.toMatchObject({ outcome: 'cancelled' })
  expect(cups.kept).toEqual([])

  // CUPS ends while a job waits, so that nobody can cancel it: it is there again afterwards, until the terminal prints or starts.
  const interrupted = expect(print('late')).rejects.toMatchObject({ outcome: 'unreachable' })
  await expect.poll(() => cups.kept.length).toBe(1)
  await cups.stopScheduler()
  await interrupted
  await cups.startScheduler()
  expect(cups.kept).toHaveLength(1)
  await spooler().cancelLeftovers('late')
  expect(cups.kept).toEqual([])
  expect(cups.printed).toHaveLength(1)

  // A venue whose CUPS keeps no list of what it has printed.
  await cups.stopScheduler()
  cups.forgetJobs()
  await cups.startScheduler()
  // Usually it has forgotten the job before it is asked about it.
  expect(await print('ready')).toMatch(/^(sent|printed)$/)
  await expect.poll(() => cups.printed.length).toBe(2)
  await expect(print('late', 300)).rejects.toBeInstanceOf(PrintError)
  expect(cups.kept).toEqual([])
})

test(
  'a customer is told that the receipt is printed when it is',
  { tag: '@full' },
  async ({ start, desktop, serverUrl, cups }) => {
    const sandbox = new Sandbox(serverUrl)
    const player = await sandbox.createUser({ balance: 10 })
    const orderId = await deposit100(sandbox, player.token)
    const ticket = (queue: Queue) => ({
      config: { kiosk: true, scale: 1, printer: `system:${queue}` },
      env: { CUPS_SERVER: cups.server },
    })
    const hand = new Hand(desktop)
    for (const queue of ['ready', 'stopped'] as const) {
      const { app, page } = await start(ticket(queue))
      await page.goto(`app://palpite${await sandbox.loginPath(player.username)}`)
      await expect(page.getByRole('status', { name: 'Saldo' })).toContainText('R$')
      await page.goto(`app://palpite/paySuccess?order=${orderId}`)
      await hand.click(page.getByRole('button', { name: 'Imprimir comprovante' }))
      if (queue === 'ready') {
        await expect(page.getByText('Comprovante impresso')).toBeVisible()
        expect(cups.printed).toHaveLength(1)
        // 80 mm, as wide as the paper, in points.
        expect(/MediaBox[^\]]+/.exec(cups.printed[0] ?? '')?.[0]).toMatch(/0 0 22[67]/)
      } else {
        await expect(page.getByRole('alertdialog')).toContainText('A impressora está parada')
      }
      await page.screenshot({ path: `artifacts/screens/kiosk-cups-${queue}.png` })
      await app.close()
    }
    expect(cups.kept).toEqual([])
    expect(cups.log).not.toContain(orderId)
  },
)
