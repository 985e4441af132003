import { describe, expect, it } from 'vitest'
import type { OfficePerson, SessionState } from '#contract/office/session.ts'
import { SessionStore } from '#office/data/SessionStore.ts'
import { listenToWork } from '#office/data/work.ts'

const person = (id: string): OfficePerson => ({ id, name: id, email: `${id}@office.test`, role: 'cashier' })
const full = (id: string): SessionState => ({
  stage: 'full',
  person: person(id),
  permissions: [],
  idleMinutes: 30,
  switchedOff: [],
})

describe('whose page it is', () => {
  it('stays so while the login covers it, also when somebody else has logged in meanwhile', () => {
    const session = new SessionStore()
    expect(session.owner).toBeUndefined()
    session.set(full('ana'))
    session.end('expired')
    expect([session.owner, session.get().ended]).toEqual(['ana', 'expired'])
    session.end('otherPerson')
    expect([session.owner, session.get()]).toEqual([
      'ana',
      { state: { stage: 'none' }, ended: 'otherPerson' },
    ])
    // The other person's page knows nothing of it; the refusals of covered reads change nothing either.
    session.end('expired')
    expect(session.get().ended).toBe('otherPerson')
    session.set({ stage: 'secondFactor', factors: ['totp'] })
    expect(session.owner).toBe('ana')
    session.set(full('ana'))
    expect([session.owner, session.get().ended]).toEqual(['ana', null])
  })

  it('is nobody’s after a logout, nor while somebody adds a second factor', () => {
    const session = new SessionStore()
    session.set(full('ana'))
    session.set({ stage: 'none' })
    expect(session.owner).toBeUndefined()
    session.set(full('ana'))
    session.end('expired')
    session.set({ stage: 'enrolment', person: person('bia') })
    expect(session.owner).toBeUndefined()
    session.set(full('bia'))
    expect(session.owner).toBe('bia')
  })
})

describe('work', () => {
  it('is what a person does since it was last asked', () => {
    const page = new EventTarget()
    const hasWorked = listenToWork(page as unknown as Window)
    expect([hasWorked(), hasWorked()]).toEqual([true, false])
    for (const sign of ['keydown', 'pointerdown', 'wheel']) {
      page.dispatchEvent(new Event(sign))
      expect([sign, hasWorked(), hasWorked()]).toEqual([sign, true, false])
    }
    page.dispatchEvent(new Event('pointermove'))
    expect(hasWorked()).toBe(false)
  })
})
