import { beforeEach, expect, it, vi } from 'vitest'
import { visitStorage, type TextStorage } from '#contract/visitStorage.ts'

let values: Map<string, string>
let isFull: boolean
const area: TextStorage = {
  getItem: (key) => values.get(key) ?? null,
  setItem(key, text) {
    if (isFull) throw new DOMException('full', 'QuotaExceededError')
    values.set(key, text)
  },
  removeItem: (key) => void values.delete(key),
  clear: () => values.clear(),
}
const refused = () => {
  throw new DOMException('Access is denied for this document.', 'SecurityError')
}

beforeEach(() => {
  values = new Map()
  isFull = false
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})

it('keeps values in the area, so that another visit finds them', () => {
  visitStorage(() => area).setItem('token', 'a')
  expect(values.get('token')).toBe('a')
  expect(visitStorage(() => area).getItem('token')).toBe('a')
})

it('keeps them for the visit where the browser refuses storage', () => {
  const storage = visitStorage(refused)
  expect(storage.getItem('token')).toBeNull()
  storage.setItem('token', 'a')
  expect(storage.getItem('token')).toBe('a')
  storage.removeItem('token')
  expect(storage.getItem('token')).toBeNull()
  storage.setItem('token', 'b')
  storage.clear()
  expect(storage.getItem('token')).toBeNull()
})

it('has the newest value when the area is full, and stores the next one when there is room again', () => {
  const storage = visitStorage(() => area)
  storage.setItem('slip', '1')
  isFull = true
  storage.setItem('slip', '2')
  expect(storage.getItem('slip')).toBe('2')
  isFull = false
  storage.setItem('slip', '3')
  expect(values.get('slip')).toBe('3')
  values.set('slip', 'of another tab')
  expect(storage.getItem('slip')).toBe('of another tab')
})
