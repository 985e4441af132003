import { beforeEach, expect, it } from 'vitest'
import { LastInput } from '#main/kiosk/LastInput.ts'

/** In ms. */
let now: number
/** What the operating system says, in seconds. */
let system: number
let pointer: { x: number; y: number }
let input: LastInput

beforeEach(() => {
  now = 5_000
  system = 0
  pointer = { x: 300, y: 400 }
  input = new LastInput({
    now: () => now,
    readSystemSeconds: () => system,
    readPointer: () => pointer,
  })
  input.read()
})

it('counts by itself where the system says 0 for ever', () => {
  now += 95_500
  expect(input.read()).toBe(95.5)
  expect(input.source).toBe('windows')
  input.note()
  now += 1_500
  expect(input.read()).toBe(1.5)
})

it('says when somebody last touched the terminal, and that nobody has', () => {
  system = 3
  now += 60_000
  input.read()
  expect(input.ownSeconds).toBeNull()
  input.note()
  now += 4_900
  expect(input.ownSeconds).toBe(4)
})

it('takes a pointer that moves for input, and one that rests for none', () => {
  now += 30_000
  expect(input.read()).toBe(30)
  pointer = { x: 300, y: 401 }
  expect(input.read()).toBe(0)
  now += 10_000
  expect(input.read()).toBe(10)
})

it('asks the system too as soon as it has counted a second: the later input counts', () => {
  system = 1
  now += 60_000
  expect(input.read()).toBe(1)
  expect(input.source).toBe('system')
  // Input that no window of ours has seen.
  system = 0
  now += 60_000
  expect(input.read()).toBe(0)
  // Input that the system has missed.
  input.note()
  now += 2_000
  system = 700
  expect(input.read()).toBe(2)
})

it('does not believe a system that goes on seeing input which our windows have not had for minutes', () => {
  system = 1
  input.read()
  system = 0
  now += 299_000
  expect(input.read()).toBe(0)
  now += 2_000
  expect(input.read()).toBe(301)
})
