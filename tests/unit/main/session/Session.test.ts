import { beforeEach, expect, it, vi } from 'vitest'
import { Session } from '#main/session/Session.ts'

let written: (string | null)[]
let session: Session
const heard = vi.fn()

beforeEach(() => {
  written = []
  heard.mockClear()
  session = new Session({
    deviceId: 'd',
    readToken: () => 'stored',
    writeToken: (token) => written.push(token),
  })
  session.onChanged(heard)
})

it('starts with what is stored', () => {
  expect(session.token).toBe('stored')
})

it('writes and tells a new session', () => {
  session.begin('new')
  expect(written).toEqual(['new'])
  expect(heard).toHaveBeenCalledExactlyOnceWith(true, 'server')
})

it('ends only the session that was refused', () => {
  session.end('older')
  expect(session.token).toBe('stored')
  session.end('stored')
  expect(session.token).toBeNull()
  expect(heard).toHaveBeenCalledExactlyOnceWith(false, 'server')
})

it('clears once, and says who asked', () => {
  session.clear()
  session.clear()
  expect(written).toEqual([null])
  expect(heard).toHaveBeenCalledExactlyOnceWith(false, 'renderer')
})
