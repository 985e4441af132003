import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { HttpReply, HttpRequest } from '#contract/ipc.ts'
import { Printer } from '#main/printer/Printer.ts'
import { FakePrinter } from '#tests/kiosk/harness/FakePrinter.ts'

let paper: FakePrinter
const send = vi.fn<(request: HttpRequest) => Promise<HttpReply>>()

const orderWire = {
  orderId: 'o1',
  payNo: 'PAY-77',
  url: '',
  amount: 123.45,
  bouns: 0,
  status: '10',
  createdTime: '2026-03-05T01:00:00Z',
  expiredTime: '2026-03-05T01:30:00Z',
  paidTime: '2026-03-05T01:10:00Z',
}

function answer(data: unknown, httpStatus = 200): void {
  const status = httpStatus === 200 ? 0 : httpStatus
  send.mockResolvedValue({ networkError: false, httpStatus, body: { status, message: '', data } })
}

function printer(address = `tcp://127.0.0.1:${paper.port}`): Printer {
  const config = { printer: address, printerColumns: 48, printerModel: 'epson', language: 'pt_BR' } as const
  return new Printer({ config, send })
}

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  paper = await FakePrinter.start()
  send.mockReset()
  answer(orderWire)
})

afterEach(() => paper.stop())

describe('a receipt', () => {
  it('has what the server says, asked for by its number', async () => {
    expect(await printer().printReceipt('deposit', 'o1', 'pt_BR')).toBe('printed')
    expect(send).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ method: 'GET', path: '/api/app/order/detail/o1', language: 'pt_BR' }),
    )
    expect(paper.printed).toHaveLength(1)
    expect(paper.printed[0]?.toString('latin1')).toMatch(/Valor pago +R\$ 123,45/)
  })

  it('of a player with another alphabet is in English', async () => {
    await printer().printReceipt('deposit', 'o1', 'zh_CN')
    expect(paper.printed[0]?.toString('latin1')).toContain('Deposit receipt')
  })

  it.each([
    ['a deposit that is not paid', () => answer({ ...orderWire, status: '00' }), 'unknown'],
    ['an order of somebody else', () => answer(null, 404), 'unknown'],
    ['a server that is down', () => answer(null, 502), 'offline'],
  ] as const)('is not printed for %s', async (_what, prepare, outcome) => {
    prepare()
    expect(await printer().printReceipt('deposit', 'o1', 'pt_BR')).toBe(outcome)
    expect(paper.printed).toEqual([])
  })

  it.each(['paperOut', 'coverOpen'] as const)('waits for staff: %s, and prints afterwards', async (state) => {
    paper.state = state
    const own = printer()
    expect(await own.printReceipt('deposit', 'o1', 'pt_BR')).toBe(state)
    expect(paper.printed).toEqual([])
    paper.state = 'ready'
    expect(await own.printReceipt('deposit', 'o1', 'pt_BR')).toBe('printed')
  })

  it('is printed by a printer that sends its status by itself, and is told to stop', async () => {
    paper.pushes = true
    const own = printer()
    expect(await own.printReceipt('deposit', 'o1', 'pt_BR')).toBe('printed')
    expect(paper.pushes).toBe(false)
    paper.pushes = true
    paper.state = 'coverOpen'
    expect(await own.printReceipt('deposit', 'o1', 'pt_BR')).toBe('coverOpen')
    paper.state = 'ready'
    expect(await own.printReceipt('deposit', 'o1', 'pt_BR')).toBe('printed')
    expect(paper.printed).toHaveLength(2)
  })

  it('is printed by a printer that does not tell when it has printed, within seconds', async () => {
    paper.tellsEnd = false
    const own = printer()
    const start = performance.now()
    expect(await own.printReceipt('deposit', 'o1', 'pt_BR')).toBe('printed')
    // Half of what it takes a printer that does not print.
    expect(performance.now() - start).toBeLessThan(7_500)
    await vi.waitFor(() => expect(paper.printed).toHaveLength(1))
  })

  it('is not printed when the paper ends in it, which is told within seconds', async () => {
    paper.runsOut = true
    const start = performance.now()
    expect(await printer().printReceipt('deposit', 'o1', 'pt_BR')).toBe('paperOut')
    expect(performance.now() - start).toBeLessThan(7_500)
    expect(paper.printed).toEqual([])
  })

  it.each([
    ['at once', { hangsUp: false, tellsEnd: true }],
    ['at once, without telling when it has printed', { hangsUp: false, tellsEnd: false }],
    ['with the next question, after it had hung up', { hangsUp: true, tellsEnd: true }],
  ])(
    'that failed is deleted in the printer %s: it does not come out of the next roll',
    async (_when, kind) => {
      Object.assign(paper, { runsOut: true, ...kind })
      const own = printer()
      expect(await own.printReceipt('deposit', 'o1', 'pt_BR')).not.toBe('printed')
      expect(await own.readState()).toBe('paperOut')
      paper.changeRoll()
      paper.hangsUp = false
      expect(paper.printed).toEqual([])
      expect(await own.printReceipt('deposit', 'o1', 'pt_BR')).toBe('printed')
      await vi.waitFor(() => expect(paper.printed).toHaveLength(1))
    },
  )

  it('that failed leaves a printer usable that cannot delete it', async () => {
    Object.assign(paper, { runsOut: true, clears: false })
    const own = printer()
    expect(await own.printReceipt('deposit', 'o1', 'pt_BR')).toBe('paperOut')
    paper.changeRoll()
    expect(await own.printReceipt('deposit', 'o1', 'pt_BR')).toBe('printed')
  })

  it('is printed by a printer that answers no questions', async () => {
    paper.answers = false
    expect(await printer().printReceipt('deposit', 'o1', 'pt_BR')).toBe('printed')
    await vi.waitFor(() => expect(paper.printed).toHaveLength(1))
    expect(paper.printed[0]?.toString('latin1')).toContain('R$ 123,45')
  })

  it('says that a printer which is off does not respond', async () => {
    const own = printer()
    const { port } = paper
    await paper.stop()
    expect(await own.printReceipt('deposit', 'o1', 'pt_BR')).toBe('unreachable')
    paper = await FakePrinter.start(port)
    expect(await own.printReceipt('deposit', 'o1', 'pt_BR')).toBe('printed')
  })

  it('is not printed without a printer', async () => {
    expect(await printer('none').printReceipt('deposit', 'o1', 'pt_BR')).toBe('off')
    expect(send).not.toHaveBeenCalled()
  })

  it('does not unroll the paper: one at a time, six in a minute', async () => {
    const own = printer()
    const print = () => own.printReceipt('deposit', 'o1', 'pt_BR')
    expect(await Promise.all([print(), print()])).toEqual(['printed', 'busy'])
    for (let count = 2; count < 6; count++) expect(await print()).toBe('printed')
    expect(await print()).toBe('busy')
    expect(paper.printed).toHaveLength(5)
  })
})

it('staff can print a test page', async () => {
  expect(await printer().printTestPage()).toBe('printed')
  expect(paper.printed[0]?.toString('latin1')).toContain('P\u00a0gina de teste')
  expect(send).not.toHaveBeenCalled()
})

describe('what staff see of the printer', () => {
  it.each(['ready', 'paperLow', 'paperOut', 'coverOpen'] as const)('%s', async (state) => {
    paper.state = state
    expect(await printer().readState()).toBe(state)
  })

  it('that answers no questions, that is off, that nobody has configured', async () => {
    paper.answers = false
    expect(await printer().readState()).toBe('unknown')
    expect(await printer('none').readState()).toBe('off')
    const own = printer()
    await paper.stop()
    expect(await own.readState()).toBe('unreachable')
    paper = await FakePrinter.start()
  })

  it('is read between receipts, not beside one', async () => {
    const own = printer()
    const [outcome, state] = await Promise.all([own.printReceipt('deposit', 'o1', 'pt_BR'), own.readState()])
    expect({ outcome, state }).toEqual({ outcome: 'printed', state: 'unknown' })
    expect(await own.readState()).toBe('ready')
  })
})
