/** What a customer takes home on paper: a thermal printer stands on a port of this machine. */
import { Sandbox } from '../../scripts/Sandbox.ts'
import { newMatch, winner } from '../e2e/matches.ts'
import { callAs, deposit100 } from '../e2e/playerApi.ts'
import { FakePrinter } from './harness/FakePrinter.ts'
import { expect, test } from './harness/fixtures.ts'
import { Hand } from './harness/Hand.ts'

test.use({ monitor: { width: 600, height: 900 } })

test(
  'a bet slip and a deposit are printed; without paper the customer is told and prints later',
  { tag: '@full' },
  async ({ start, desktop, serverUrl }) => {
    const sandbox = new Sandbox(serverUrl)
    const printer = await FakePrinter.start()
    try {
      const player = await sandbox.createUser({ balance: 300 })
      const match = await newMatch(sandbox)
      await callAs(sandbox, player.token, '/api/app/sports/bet', {
        amount: 20,
        policy: 'ask',
        legs: [{ matchId: match.matchId, key: winner.home, odds: 1.85 }],
      })
      const orderId = await deposit100(sandbox, player.token)

      const { page } = await start({
        config: { kiosk: true, scale: 1, printer: `tcp://127.0.0.1:${printer.port}`, printerColumns: 42 },
      })
      const hand = new Hand(desktop)
      await page.goto(`app://palpite${await sandbox.loginPath(player.username)}`)
      await expect(page.getByRole('status', { name: 'Saldo' })).toContainText('R$')
      const print = page.getByRole('button', { name: 'Imprimir comprovante' })
      const printed = async (count: number) => {
        await expect.poll(() => printer.printed.length).toBe(count)
        return printer.printed.at(-1)?.toString('latin1') ?? ''
      }

      await page.goto('app://palpite/footballPage?tickets=open')
      await page.getByRole('button', { name: 'Imprimir comprovante' }).waitFor()
      await page.screenshot({ path: 'artifacts/screens/kiosk-print-ticket.png' })
      printer.state = 'paperOut'
      await hand.click(print)
      const alert = page.getByRole('alertdialog')
      await expect(alert).toContainText('A impressora está sem papel. Nada se perdeu')
      await page.screenshot({ path: 'artifacts/screens/kiosk-printer-without-paper.png' })
      expect(printer.printed).toEqual([])
      await hand.click(alert.getByRole('button'))
      printer.state = 'ready'
      await hand.click(print)
      const ticket = await printed(1)
      expect(ticket).toContain(match.home)
      expect(ticket).toMatch(/Retorno potencial +R\$\s37,00/)

      // Somebody else's phone: no session, another program.
      const url = /https?:\/\/[\w.:/-]+/.exec(ticket)?.[0] ?? ''
      const code = new URL(url).pathname.replace('/bilhete', '')
      const shared = await fetch(`${serverUrl}/api/app/sports/sharedTicket/${code}`)
      expect(await shared.json()).toMatchObject({ data: { potential: 37, legs: [{ home: match.home }] } })
      expect((await fetch(`${serverUrl}/bilhete${code}`)).status).toBe(200)

      await page.goto(`app://palpite/paySuccess?order=${orderId}`)
      await hand.click(print)
      expect(await printed(2)).toMatch(/Valor pago +R\$\s100,00/)

      const { port } = printer
      await printer.stop()
      await hand.click(print)
      await expect(alert).toContainText('A impressora não responde')
      await hand.click(alert.getByRole('button'))
      const repaired = await FakePrinter.start(port)
      try {
        await hand.click(print)
        await expect.poll(() => repaired.printed.length).toBe(1)
      } finally {
        await repaired.stop()
      }
    } finally {
      if (printer.isListening) await printer.stop()
    }
  },
)
