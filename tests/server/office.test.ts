import { expect, it } from 'vitest'
import { createTestOffice } from './helpers/testOffice.ts'

const test = await createTestOffice()

it('smoke', async () => {
  const admin = await test.as('administrator')
  console.log((await admin.get('/api/session')).data)
  console.log((await admin.get('/api/account')).data)
  console.log((await admin.get('/api/staff?sort=role&order=desc&q=a')).data)
  console.log((await admin.get('/api/queue')).data)
  console.log((await admin.post('/api/staff/invite', { name: 'X', email: 'nobody', role: 'boss' })).data)
  const i = await admin.post<{ staff: { id: string } }>('/api/staff/invite', {
    name: 'Novo',
    email: 'Novo@office.local',
    role: 'support',
    reason: 'new here',
  })
  console.log(i.status, i.data)
  console.log(
    (await admin.post(`/api/staff/${i.data.staff.id}/change-role`, { role: 'cashier', reason: 'better' }))
      .data,
  )
  console.log((await admin.get('/api/audit')).data)
  console.log((await admin.get('/api/audit/2')).data)
  console.log((await admin.get('/api/audit.csv')).data)
  console.log((await admin.get('/api/approvals')).data)
  expect(1).toBe(1)
})
