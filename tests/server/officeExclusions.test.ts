import { expect, it } from 'vitest'
import type { KeptExclusionRow } from '#contract/office/exclusions.ts'
import { randomCpf } from '#server/sandbox/cpf.ts'
import { createTestOffice } from './helpers/testOffice.ts'

const world = await createTestOffice()
const { product } = world
const [support, compliance, risk] = [
  await world.as('support'),
  await world.as('compliance'),
  await world.as('risk'),
]
const reason = 'showed the CPF and the person at the desk'

it('an exclusion that somebody else began is found by the whole CPF, and lifted by two people', async () => {
  const cpf = randomCpf()
  const verify = (token: string) =>
    product.post('/api/app/user/updateKyc', { name: 'Rita Lima', cardNo: cpf }, { token })
  const other = await product.createUser()
  expect((await verify(other.token)).http).toBe(200)
  await product.post('/api/app/limits/selfExclude', { months: 120 }, { token: other.token })
  const gone = await product.post(
    '/api/app/user/personalData/erase',
    { pwd: other.password },
    { token: other.token },
  )
  expect(gone.http).toBe(200)
  const owner = await product.createUser()
  expect((await verify(owner.token)).http).toBe(403)

  const find = async (q: string) =>
    (await support.get<{ data: KeptExclusionRow[] }>(`/api/exclusions?q=${encodeURIComponent(q)}`)).data.data
  expect((await risk.get('/api/exclusions')).status).toBe(403)
  expect((await support.get<{ data: KeptExclusionRow[] }>('/api/exclusions')).data.data).toEqual([])
  expect(await find(randomCpf())).toEqual([])
  expect(await find(cpf.slice(0, 10))).toEqual([])
  const [kept] = await find(`${cpf.slice(0, 3)}.${cpf.slice(3, 6)}.${cpf.slice(6, 9)}-${cpf.slice(9)}`)
  expect(kept).toMatchObject({ byCpf: true, byEmail: true })

  const lift = `/api/exclusions/${kept?.id}/lift`
  const asked = await support.post<{ approvalId: string }>(lift, { reason })
  expect(asked.status).toBe(202)
  const confirm = (who: typeof support) =>
    who.post(`/api/approvals/${asked.data.approvalId}/confirm`, { reason: 'looked at it' })
  expect((await confirm(support)).status).toBe(403)
  expect((await verify(owner.token)).http).toBe(403)
  expect((await confirm(compliance)).status).toBe(200)
  expect(await find(cpf)).toEqual([])
  expect((await verify(owner.token)).http).toBe(200)
  const audit = await product.deps.db.read(
    `select action, reason from office.staff_audit where subject_kind = 'exclusion' and subject_id = $1`,
    [kept?.id ?? ''],
  )
  expect(audit).toEqual([expect.objectContaining({ action: 'exclusions.lift' })])
})
