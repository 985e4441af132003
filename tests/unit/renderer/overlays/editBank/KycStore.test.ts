import { expect, it } from 'vitest'
import { accountCalls } from '#contract/http/account.ts'
import { KycStore } from '#renderer/overlays/editBank/KycStore.ts'
import { createMoneyRoot, deferred, offline, refused } from '../../stores/moneyRoot.ts'

function setUp() {
  const fixture = createMoneyRoot()
  fixture.respond(accountCalls.updateKyc, null)
  fixture.root.overlays.open('editBank')
  return { ...fixture, kyc: new KycStore(fixture.root, { packageId: 'fc-20' }) }
}

it('sends name and CPF once, refreshes the player, and continues to the deposit', async () => {
  const { kyc, last, count, parts, root, toastKeys } = setUp()
  kyc.setName(' Ana Lima ')
  kyc.setCpf('52998224725')
  expect(kyc.cpf).toBe('529.982.247-25')
  await Promise.all([kyc.submit(), kyc.submit()])
  expect(count(accountCalls.updateKyc)).toBe(1)
  expect(last(accountCalls.updateKyc)?.request.body).toEqual({ name: 'Ana Lima', cardNo: '529.982.247-25' })
  expect(parts.session.refreshed).toBe(1)
  expect(root.overlays.current).toEqual({ name: 'deposit', props: { afterKyc: true, packageId: 'fc-20' } })
  expect(toastKeys()).toEqual(['money.kyc.done'])
})

it('continues to the withdrawal that asked for it', async () => {
  const { root } = setUp()
  const kyc = new KycStore(root, { next: 'withdraw' })
  kyc.setCpf('52998224725')
  await kyc.submit()
  expect(root.overlays.current?.name).toBe('withdraw')
})

it("shows the server's message where there is one", async () => {
  const { kyc, respond, toastKeys } = setUp()
  respond(accountCalls.updateKyc, ({ options }: { options: { onMessage?: (text: string) => void } }) => {
    options.onMessage?.('Identidade confirmada')
    return null
  })
  await kyc.submit()
  expect(toastKeys()).toEqual(['Identidade confirmada'])
})

it('of a check that takes longer reads the player again, stays open, and says what the server says', async () => {
  const { kyc, respond, parts, root } = setUp()
  respond(accountCalls.updateKyc, () => {
    throw refused(409, 'Em análise')
  })
  await kyc.submit()
  expect(parts.session.refreshed).toBe(1)
  expect(root.overlays.current?.name).toBe('editBank')
  expect([kyc.failure, kyc.isSending]).toEqual([{ text: 'Em análise' }, false])
})

it('of a check that asks for pictures goes on to their page, and says no failure', async () => {
  const { kyc, respond, root, set, visited } = setUp()
  respond(accountCalls.updateKyc, () => {
    set({ player: { verified: false, needsPictures: true } })
    throw refused(409, 'Faltam as fotos')
  })
  await kyc.submit()
  expect(root.overlays.current).toBeNull()
  expect(visited).toEqual(['/identidade'])
  expect(kyc.failure).toBeNull()
})

it('goes to no page that is there already', () => {
  const { kyc, root, visited } = setUp()
  kyc.goToPictures()
  expect(root.overlays.current).toBeNull()
  root.overlays.open('editBank')
  kyc.goToPictures()
  expect(root.overlays.current).toBeNull()
  expect(visited).toEqual(['/identidade'])
})

it('does not send an invalid CPF or name', async () => {
  const { kyc, count } = setUp()
  kyc.setCpf('52998224726')
  kyc.setName('1')
  await kyc.submit()
  expect([kyc.isCpfInvalid, kyc.nameError !== null]).toEqual([true, true])
  expect(count(accountCalls.updateKyc)).toBe(0)
  kyc.setCpf('52998224725')
  kyc.setName('Ana')
  expect([kyc.isCpfInvalid, kyc.nameError]).toEqual([false, null])
})

it('leaves empty fields to the server', async () => {
  const { kyc, last } = setUp()
  kyc.setName('')
  await kyc.submit()
  expect(last(accountCalls.updateKyc)?.request.body).toEqual({ name: '', cardNo: '' })
})

it('shows a failure in the form and raises no alert', async () => {
  const { kyc, respond, alertKeys, root, last } = setUp()
  respond(
    accountCalls.updateKyc,
    refused(400, 'Este CPF já está cadastrado em outra conta. Fale com o atendimento.'),
  )
  await kyc.submit()
  expect(last(accountCalls.updateKyc)?.options.ownFailure).toBe(true)
  expect(kyc.failure).toEqual({ text: 'Este CPF já está cadastrado em outra conta. Fale com o atendimento.' })
  respond(accountCalls.updateKyc, offline())
  await kyc.submit()
  expect(kyc.failure).toEqual({ key: 'errors.slowInternet' })
  expect(alertKeys()).toEqual([])
  expect(root.overlays.current?.name).toBe('editBank')
  expect(kyc.isSending).toBe(false)
})

it('opens nothing when the form was closed meanwhile', async () => {
  const { kyc, respond, root } = setUp()
  const pending = deferred<null>()
  respond(accountCalls.updateKyc, () => pending.promise)
  const sending = kyc.submit()
  root.overlays.close()
  pending.resolve(null)
  await sending
  expect(root.overlays.current).toBeNull()
})

it('sends the date of birth where it is asked for, and nothing of a person under 18', async () => {
  const { kyc, last, count, set } = setUp()
  set({ birthDate: true })
  kyc.setName('Ana Lima')
  kyc.setCpf('52998224725')
  const year = new Date().getFullYear()
  for (const [text, error] of [
    ['', 'birthDateWrong'],
    [`${year + 1}-01-01`, 'birthDateWrong'],
    [`${year - 17}-01-01`, 'underage'],
  ] as const) {
    kyc.setBirthDate(text)
    expect(kyc.birthDateError).toBeNull()
    await kyc.submit()
    expect(kyc.birthDateError).toBe(error)
  }
  expect(count(accountCalls.updateKyc)).toBe(0)
  kyc.setBirthDate('1990-12-31')
  await kyc.submit()
  expect(last(accountCalls.updateKyc)?.request.body).toMatchObject({ birthDate: '1990-12-31' })
})
