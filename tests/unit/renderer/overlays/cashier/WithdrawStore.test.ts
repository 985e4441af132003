import { describe, expect, it, vi } from 'vitest'
import { orderCalls } from '#contract/http/order.ts'
import { accountCalls } from '#contract/http/account.ts'
import { cents } from '#contract/money.ts'
import { PendingMoneyStore } from '#renderer/features/pendingMoney/PendingMoneyStore.ts'
import { WithdrawStore } from '#renderer/overlays/cashier/WithdrawStore.ts'
import { createMoneyRoot, deferred, offline, refused, settled } from '../../stores/moneyRoot.ts'
import { withdrawalWire } from '../../stores/withdrawalWire.ts'

const limits = {
  limitAmount: '50',
  number: 1,
  lock: false,
  wdAmount: 80,
  usdtRate: 5,
  serviceAmount: 0.03,
  pwdAsked: false,
  cardInfo: {
    CHANNEL: ['CPF', 'CNPJ'],
    CPF: { ifsc: '', payCardNo: '***.982.247-**', name: 'Ana Lima', whatsapp: '' },
  },
}
const account = { balance: 100, freeBalance: 0, wdAmount: 80, locked: 20, turnoverLeft: 20, held: 0 }
const cpf = '529.982.247-25'

async function setUp(change: Partial<typeof limits & { held: object[]; cards: object[] }> = {}) {
  const fixture = createMoneyRoot({ path: '/conta' })
  fixture.respond(orderCalls.getWithdraw, { ...limits, ...change })
  fixture.respond(accountCalls.account, account)
  fixture.respond(orderCalls.withdraw, { orderId: 'w1', status: '00' })
  fixture.respond(orderCalls.setCard, null)
  fixture.respond(orderCalls.open, { deposit: null, withdrawal: withdrawalWire('w1') })
  fixture.root.overlays.open('withdraw')
  const withdraw = new WithdrawStore(fixture.root)
  withdraw.start()
  withdraw.enter()
  await settled()
  return { ...fixture, withdraw }
}

const alertsOf = ({ root }: Awaited<ReturnType<typeof setUp>>) =>
  root.alerts.alerts.map(({ message }) => message)

describe('saved keys', () => {
  const cards = [
    { cardId: 'a', payCardBank: 'CPF', payCardNo: '***.111.222-**', label: 'Banco', isDefault: false },
    { cardId: 'b', payCardBank: 'CPF', payCardNo: '***.111.222-**', label: '', isDefault: true },
  ].map((card) => ({ ...card, name: 'Ana Lima', whatsapp: '' }))
  const open = async () => {
    const fixture = await setUp({ cards })
    fixture.respond(orderCalls.editCard, null)
    fixture.respond(orderCalls.removeCard, null)
    return fixture
  }
  const keyOf = (fixture: Awaited<ReturnType<typeof open>>, id: string) => {
    const key = fixture.withdraw.limits?.saved.find((saved) => saved.id === id)
    if (!key) throw new Error(`no key ${id}`)
    return key
  }
  const bodyOf = (fixture: Awaited<ReturnType<typeof open>>) => fixture.requests.at(-1)?.request.body

  it('begin with the default; the chosen one is sent by its id, since both look the same', async () => {
    const fixture = await open()
    const { withdraw } = fixture
    expect(withdraw.destination).toMatchObject({ id: 'b' })
    withdraw.openDestination()
    expect([withdraw.areKeysOpen, withdraw.form]).toEqual([true, null])
    withdraw.chooseKey(keyOf(fixture, 'a'))
    expect([withdraw.areKeysOpen, withdraw.chosenLabel]).toEqual([false, 'Banco'])
    expect(withdraw.isChosen(keyOf(fixture, 'b'))).toBe(false)
    withdraw.setAmount('60')
    withdraw.submit()
    await settled()
    const sent = fixture.requests.find(({ path }) => path === orderCalls.withdraw.path)
    expect(sent?.request.body).toMatchObject({ payCardNo: '***.111.222-**', cardId: 'a', amount: 60 })
  })

  it('a new one begins empty, an edited one with what is saved, and the name is kept', async () => {
    const fixture = await open()
    const { withdraw } = fixture
    withdraw.openDestination()
    withdraw.addKey()
    expect(withdraw.form).toMatchObject({ key: '', label: '' })
    withdraw.closeDestination()
    withdraw.editKey(keyOf(fixture, 'a'))
    expect(withdraw.form).toMatchObject({ key: '***.111.222-**', holder: 'Ana Lima', label: 'Banco' })
    withdraw.form?.setLabel('Outro banco com um nome que é longo demais')
    expect(withdraw.form?.label).toHaveLength(30)
    withdraw.form?.setLabel(' Casa ')
    await withdraw.form?.save()
    const saved = fixture.requests.find(({ path }) => path === orderCalls.setCard.path)
    expect(saved?.request.body).toMatchObject({ cardId: 'a', label: 'Casa' })
    expect(withdraw.destination).toMatchObject({ id: 'a' })
  })

  it('an edited one keeps its key and its kind: another key is a new one', async () => {
    const fixture = await open()
    const { withdraw } = fixture
    withdraw.addKey()
    expect(withdraw.form?.isKeyFixed).toBe(false)
    withdraw.editKey(keyOf(fixture, 'b'))
    expect(withdraw.form?.isKeyFixed).toBe(true)
    withdraw.form?.setKey('52998224725')
    withdraw.form?.select('CNPJ')
    expect(withdraw.form).toMatchObject({ type: 'CPF', key: '***.111.222-**' })
    withdraw.form?.setHolder('Ana Maria Lima')
    await withdraw.form?.save()
    const saved = fixture.requests.find(({ path }) => path === orderCalls.setCard.path)
    expect(saved?.request.body).toMatchObject({
      cardId: 'b',
      payCardBank: 'CPF',
      payCardNo: '***.111.222-**',
      name: 'Ana Maria Lima',
    })
  })

  it('a removed one is chosen no more, and the list closes with its last key', async () => {
    const fixture = await open()
    const { withdraw } = fixture
    withdraw.openDestination()
    await withdraw.makeDefault(keyOf(fixture, 'a'))
    expect(fixture.requests.find(({ path }) => path === orderCalls.editCard.path)?.request).toEqual({
      params: { cardId: 'a' },
      body: { isDefault: true },
    })
    fixture.respond(orderCalls.getWithdraw, { ...limits, cards: cards.slice(0, 1) })
    await withdraw.removeKey(keyOf(fixture, 'b'))
    expect(withdraw.destination).toMatchObject({ type: 'CPF' })
    expect([withdraw.destination?.id, withdraw.areKeysOpen]).not.toContain('b')
    fixture.respond(orderCalls.getWithdraw, limits)
    await withdraw.removeKey(keyOf(fixture, 'a'))
    expect(withdraw.areKeysOpen).toBe(false)
    expect(bodyOf(fixture)).toBeUndefined()
  })
})

describe('the checks, in their order', () => {
  const failingEverything = { lock: true, number: 0, wdAmount: 0 }

  it.each([
    [failingEverything, '', 'withdrawLocked', '0'],
    [{ ...failingEverything, lock: false }, '', 'withdrawNoneLeft', '0'],
    [{ wdAmount: 0 }, '', 'withdrawNothing', '0'],
    [{}, '', 'withdrawBelowMinimum', '50'],
    [{}, '49,99', 'withdrawBelowMinimum', '50'],
    [{ limitAmount: '35.5' }, '35', 'withdrawBelowMinimum', '35.50'],
    [{}, '80,01', 'withdrawAboveMaximum', '80'],
  ])('%j with %j: %s', async (change, text, reason, limit) => {
    const fixture = await setUp(change)
    fixture.withdraw.setAmount(text)
    fixture.withdraw.submit()
    expect(alertsOf(fixture)).toEqual([{ key: `money.withdraw.refusals.${reason}`, params: { limit } }])
    expect(fixture.count(orderCalls.withdraw)).toBe(0)
  })

  it.each([
    [80, '90', 'R$ 80,00'],
    [0, '90', 'R$ 0,00'],
  ])('with %s withdrawable says what a result keeps, and until when', async (wdAmount, text, limit) => {
    const held = [{ amount: 20, until: '2026-03-05T18:40:00.000Z' }]
    const fixture = await setUp({ wdAmount, held })
    fixture.withdraw.setAmount(text)
    fixture.withdraw.submit()
    expect(alertsOf(fixture)).toEqual([
      {
        key: 'money.withdraw.refusals.withdrawHeld',
        params: { limit, amount: 'R$ 20,00', time: expect.stringMatching(/^0[56]\/03\/2026, /) as string },
      },
    ])
    expect(fixture.count(orderCalls.withdraw)).toBe(0)
  })

  it('loads again when what a result keeps becomes available', async () => {
    vi.useFakeTimers()
    try {
      const until = new Date(Date.now() + 60_000)
      const fixture = await setUp()
      const withdraw = new WithdrawStore(fixture.root)
      fixture.respond(orderCalls.getWithdraw, {
        ...limits,
        held: [{ amount: 20, until: until.toISOString() }],
      })
      const stop = withdraw.start()
      withdraw.enter()
      await vi.advanceTimersByTimeAsync(1)
      expect(withdraw.limits?.held).toHaveLength(1)
      fixture.respond(orderCalls.getWithdraw, { ...limits, wdAmount: 100 })
      await vi.advanceTimersByTimeAsync(61_000)
      expect(withdraw.limits).toMatchObject({ held: [], withdrawable: 100_00 })
      stop()
    } finally {
      vi.useRealTimers()
    }
  })

  it.each(['1,234', '1,2,3', '60x'])(
    '%j is not an amount: the player sees why, and nothing is sent',
    async (text) => {
      const fixture = await setUp()
      fixture.withdraw.setAmount(text)
      fixture.withdraw.submit()
      expect(alertsOf(fixture)).toEqual([{ key: 'money.withdraw.invalid' }])
      expect(fixture.withdraw.amountText).toBe(text)
      expect(fixture.count(orderCalls.withdraw)).toBe(0)
    },
  )

  it('without a destination the form opens', async () => {
    const fixture = await setUp({ cardInfo: { CHANNEL: ['CPF', 'CNPJ'] } as never })
    fixture.withdraw.setAmount('60')
    fixture.withdraw.submit()
    expect(alertsOf(fixture)).toEqual([])
    expect(fixture.withdraw.form).not.toBeNull()
  })
})

it('asks for the identity after all other checks, and sends nothing before that', async () => {
  const fixture = await setUp()
  fixture.set({ player: { ...fixture.state.player, verified: false } })
  fixture.withdraw.setAmount('10')
  fixture.withdraw.submit()
  expect(alertsOf(fixture)).toHaveLength(1)
  fixture.withdraw.setAmount('60')
  fixture.withdraw.submit()
  expect(fixture.root.overlays.current).toEqual({ name: 'editBank', props: { next: 'withdraw' } })
  expect(fixture.count(orderCalls.withdraw)).toBe(0)
})

it('an amount that was refused is told at its field once the alert is read, until it changes', async () => {
  const { withdraw, root } = await setUp()
  withdraw.setAmount('20')
  withdraw.submit()
  expect(withdraw.amountRefusal).toBeNull()
  root.alerts.confirm()
  expect(withdraw.amountRefusal).toEqual({ reason: 'withdrawBelowMinimum', limit: 50_00 })
  // The next alert replaces it.
  withdraw.submit()
  expect(withdraw.amountRefusal).toBeNull()
  root.alerts.confirm()
  withdraw.setAmount('60')
  expect(withdraw.amountRefusal).toBeNull()
})

it('a refusal that is not about the amount leaves its field alone', async () => {
  const { withdraw, root } = await setUp({ number: 0 })
  withdraw.submit()
  root.alerts.confirm()
  expect(withdraw.amountRefusal).toBeNull()
})

describe('amount', () => {
  it.each([
    [0, 50, [50, 100, 200]],
    [80, 50, [50, 100, 200]],
    [1284.5, 50, [200, 500, 1000]],
    [90_000, 50, [2000, 5000, 10_000]],
    [1284.5, 600, [1000, 2000, 5000]],
  ])(
    'with R$ %d, the minimum being R$ %d, the suggestions are %j',
    async (wdAmount, limitAmount, expected) => {
      const { withdraw } = await setUp({ wdAmount, limitAmount: String(limitAmount) })
      expect(withdraw.quickAmounts.map((amount) => amount / 100)).toEqual(expected)
    },
  )

  it('a suggestion fills the field, at most with the balance', async () => {
    const { withdraw } = await setUp()
    withdraw.choose(cents(50_00))
    expect([withdraw.amountText, withdraw.amount]).toEqual(['50', 50_00])
  })

  it('is capped to the balance, not to the withdrawable amount', async () => {
    const { withdraw } = await setUp()
    withdraw.setAmount('90')
    expect(withdraw.amountText).toBe('90')
    withdraw.setAmount('900')
    expect(withdraw.amountText).toBe('100')
  })

  it('keeps the text while it is typed', async () => {
    const { withdraw } = await setUp()
    withdraw.setAmount('60,')
    expect(withdraw.amountText).toBe('60,')
    withdraw.setAmount('R$ 60,5')
    expect(withdraw.amount).toBe(60_50)
    withdraw.setAmount('60,5x')
    expect([withdraw.amountText, withdraw.amount, withdraw.isInvalid]).toEqual(['60,5x', undefined, true])
  })

  it('shows the fee and the payout', async () => {
    const { withdraw } = await setUp()
    withdraw.setMaximum()
    expect(withdraw.amountText).toBe('80')
    expect(withdraw.fee).toBe(2_40)
    expect(withdraw.paidOut).toBe(77_60)
    expect(withdraw.usdtPaidOut).toBeNull()
  })

  it('fills in no more than the maximum of one withdrawal', async () => {
    const { set, withdraw } = await setUp({ wdAmount: 20_000 })
    set({ cash: cents(20_000_00) })
    withdraw.setMaximum()
    expect(withdraw.amountText).toBe('10000')
  })
})

describe('sending', () => {
  it('is sent once to the stored destination, then closes, refreshes and goes home', async () => {
    const { withdraw, last, count, parts, root, visited, toastKeys } = await setUp()
    withdraw.setAmount('60')
    withdraw.submit()
    withdraw.submit()
    await settled()
    expect(count(orderCalls.withdraw)).toBe(1)
    expect(last(orderCalls.withdraw)?.request.body).toMatchObject({
      payCardBank: 'CPF',
      payCardNo: '***.982.247-**',
      name: 'Ana Lima',
      amount: 60,
    })
    expect(root.overlays.current).toBeNull()
    expect(parts.wallet.refreshed).toBe(1)
    expect(visited).toEqual(['/home'])
    expect(toastKeys()).toEqual(['money.withdraw.done'])
    expect(root.feature(PendingMoneyStore).withdrawal?.id).toBe('w1')
  })

  it('on a terminal with a printer stays, with the number of the order, until the player leaves', async () => {
    const { withdraw, root, visited } = await setUp()
    root.host.hasPrinter = true
    withdraw.setAmount('60')
    withdraw.submit()
    await settled()
    expect(withdraw.requested).toBe('w1')
    expect(root.overlays.current?.name).toBe('withdraw')
    withdraw.leave()
    expect(root.overlays.current).toBeNull()
    expect(visited).toEqual(['/home'])
  })

  it('stays open when refused or lost, and loads the limits again', async () => {
    for (const failure of [refused(400, 'não'), offline()]) {
      const { withdraw, respond, root, count } = await setUp()
      respond(orderCalls.withdraw, failure)
      withdraw.setAmount('60')
      withdraw.submit()
      await settled()
      expect(root.overlays.current?.name).toBe('withdraw')
      expect(withdraw.isSending).toBe(false)
      expect(withdraw.amountText).toBe('60')
      expect(count(orderCalls.getWithdraw)).toBe(2)
    }
  })
})

describe('destination', () => {
  it('is stored, then sent in full with the CPF as ifsc', async () => {
    const { withdraw, last } = await setUp({ cardInfo: { CHANNEL: ['CPF', 'CNPJ'] } as never })
    withdraw.openDestination()
    const form = withdraw.form!
    expect(form.holder).toBe('Ana Lima')
    form.setKey('52998224725')
    expect(form.key).toBe(cpf)
    await form.save()
    expect(last(orderCalls.setCard)?.request.body).toMatchObject({
      payCardNo: '52998224725',
      ifsc: '52998224725',
    })
    expect(withdraw.form).toBeNull()
    expect(withdraw.maskedKey).toBe('***.982.247-**')
    withdraw.setAmount('60')
    withdraw.submit()
    await settled()
    expect(last(orderCalls.withdraw)?.request.body).toMatchObject({
      payCardNo: '52998224725',
      ifsc: '52998224725',
    })
  })

  it('that was closed while it was saved does not close the next, with what is typed there', async () => {
    const { withdraw, respond } = await setUp()
    const answer = deferred<null>()
    respond(orderCalls.setCard, () => answer.promise)
    withdraw.openDestination()
    withdraw.form!.setKey('52998224725')
    const saved = withdraw.form!.save()
    withdraw.closeDestination()
    withdraw.openDestination()
    withdraw.form!.setHolder('Ana Maria Lima')
    answer.resolve(null)
    await saved
    expect(withdraw.form?.holder).toBe('Ana Maria Lima')
  })

  it('begins with the verified CPF while none is stored, and is confirmed in the form', async () => {
    const ownCpf = { ifsc: '', payCardNo: '***.111.222-**', name: 'Ana Maria Lima', whatsapp: '' }
    const change = { cardInfo: { CHANNEL: ['CPF', 'CNPJ'] }, ownCpf } as never
    const { withdraw, last, count } = await setUp(change)
    expect(withdraw.destination).toBeNull()
    withdraw.setAmount('60')
    withdraw.submit()
    expect(count(orderCalls.withdraw)).toBe(0)
    const form = withdraw.form!
    expect([form.key, form.holder, form.isOwnCpf]).toEqual(['***.111.222-**', 'Ana Maria Lima', true])
    form.select('CNPJ')
    expect([form.key, form.isOwnCpf]).toEqual(['', false])
    form.select('CPF')
    await form.save()
    expect(last(orderCalls.setCard)?.request.body).toMatchObject({
      payCardBank: 'CPF',
      payCardNo: '***.111.222-**',
      name: 'Ana Maria Lima',
    })
    withdraw.submit()
    await settled()
    expect(last(orderCalls.withdraw)?.request.body).toMatchObject({ payCardNo: '***.111.222-**' })
  })

  it('refuses wrong check digits and a missing holder before sending', async () => {
    const { withdraw, count } = await setUp()
    withdraw.openDestination()
    const form = withdraw.form!
    form.setKey('52998224726')
    await form.save()
    expect(form.keyError).toBe('cpfInvalid')
    form.setKey('52998224725')
    expect(form.keyError).toBeNull()
    form.setHolder(' ')
    await form.save()
    expect(form.holderError).toBe('holderNameMissing')
    form.select('CNPJ')
    form.setKey('11222333000180')
    await form.save()
    expect(form.keyError).toBe('cnpjInvalid')
    expect(count(orderCalls.setCard)).toBe(0)
  })

  it('keeps a masked key until it is overwritten', async () => {
    const { withdraw, last } = await setUp()
    withdraw.openDestination()
    const form = withdraw.form!
    expect(form.key).toBe('***.982.247-**')
    form.setHolder('Ana Maria Lima')
    await form.save()
    expect(last(orderCalls.setCard)?.request.body).toMatchObject({
      payCardNo: '***.982.247-**',
      name: 'Ana Maria Lima',
    })
    withdraw.openDestination()
    withdraw.form!.setKey('***.982.247-**5')
    expect(withdraw.form!.key).toBe('5')
    withdraw.openDestination()
    withdraw.form!.setKey('***.982.247-*')
    expect(withdraw.form!.key).toBe('')
  })

  it('offers USDT only where it is enabled, and checks the address', async () => {
    const plain = await setUp()
    plain.withdraw.openDestination()
    expect(plain.withdraw.form!.types).toEqual(['CPF', 'CNPJ'])

    const { withdraw, last } = await setUp({ cardInfo: { CHANNEL: ['CPF', 'CNPJ', 'USDT'] } as never })
    withdraw.openDestination()
    const form = withdraw.form!
    form.select('USDT')
    expect(form.hasHolder).toBe(false)
    expect(form.isNumeric).toBe(false)
    form.setKey('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u')
    await form.save()
    expect(form.keyError).toBe('usdtAddressInvalid')
    form.setKey('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')
    await form.save()
    expect(last(orderCalls.setCard)?.request.body).toMatchObject({ payCardBank: 'USDT', ifsc: '5', name: '' })
    withdraw.setAmount('60')
    // 60 minus 3 % is 58.20, which at a rate of 5 is 11.64 USDT, minus 1 USDT.
    expect(withdraw.usdtPaidOut).toBe(1064)
  })

  it('asks for the password for a new key, or an unconfirmed one, when the login is not recent', async () => {
    const { withdraw, last } = await setUp({ pwdAsked: true })
    withdraw.openDestination()
    const form = withdraw.form!
    expect(form.asksPassword).toBe(false)
    form.setKey('52998224725')
    expect(form.asksPassword).toBe(true)
    form.setPassword('Segura-123')
    await form.save()
    expect(last(orderCalls.setCard)?.request.body).toMatchObject({
      payCardNo: '52998224725',
      pwd: 'Segura-123',
    })
    // Stored without it, a withdrawal waits for a review.
    withdraw.openDestination()
    await withdraw.form!.save()
    expect(last(orderCalls.setCard)?.request.body).not.toHaveProperty('pwd')

    const CPF = { ...limits.cardInfo.CPF, pwdAsked: true as const }
    for (const pwdAsked of [true, false]) {
      const fixture = await setUp({ cardInfo: { CHANNEL: ['CPF', 'CNPJ'], CPF }, pwdAsked })
      fixture.withdraw.openDestination()
      expect(fixture.withdraw.form?.asksPassword).toBe(pwdAsked)
    }
  })

  it('stays open when the server refuses it', async () => {
    const { withdraw, respond } = await setUp()
    respond(orderCalls.setCard, refused(400, 'não'))
    withdraw.openDestination()
    await withdraw.form!.save()
    expect(withdraw.form).not.toBeNull()
    expect(withdraw.form!.isSaving).toBe(false)
  })
})

describe('following', () => {
  it('loads the limits again when the wallet changes or after a reconnect', async () => {
    vi.useFakeTimers()
    try {
      const { count, set } = await setUp()
      expect(count(orderCalls.getWithdraw)).toBe(1)
      set({ cash: cents(10_00) })
      set({ reconnects: 1 })
      await vi.advanceTimersByTimeAsync(1_000)
      expect(count(orderCalls.getWithdraw)).toBe(2)
    } finally {
      vi.useRealTimers()
    }
  })

  it('loads once, and again on demand after a failure', async () => {
    const fixture = createMoneyRoot()
    fixture.respond(orderCalls.getWithdraw, offline())
    fixture.respond(accountCalls.account, offline())
    const withdraw = new WithdrawStore(fixture.root)
    withdraw.enter()
    await settled()
    expect(withdraw.state).toBe('failed')
    const pending = deferred<typeof limits>()
    fixture.respond(orderCalls.getWithdraw, () => pending.promise)
    fixture.respond(accountCalls.account, account)
    const loading = withdraw.load()
    expect(withdraw.state).toBe('loading')
    pending.resolve(limits)
    await loading
    expect(withdraw.state).toBe('ready')
  })

  it('sends a guest to the login', () => {
    const fixture = createMoneyRoot({ isLoggedIn: false })
    fixture.root.overlays.open('withdraw')
    new WithdrawStore(fixture.root).start()
    expect(fixture.root.overlays.current?.name).toBe('login')
  })
})
