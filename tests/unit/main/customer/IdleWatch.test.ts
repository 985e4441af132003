import { beforeEach, expect, it } from 'vitest'
import { IdleWatch } from '#main/customer/IdleWatch.ts'

/** As the operating system's clock has it, in ms. */
let now: number
let inputAt: number
let hasSession: boolean
let events: (number | null | 'end')[]
let watch: IdleWatch

beforeEach(() => {
  now = 1_000_000
  inputAt = 0
  hasSession = false
  events = []
  watch = new IdleWatch({
    idleSeconds: 90,
    idleAnswerSeconds: 20,
    readIdleSeconds: () => Math.floor((now - inputAt) / 1_000),
    now: () => now,
    hasSession: () => hasSession,
    onAsk: (secondsLeft) => events.push(secondsLeft),
    onEnd: () => events.push('end'),
  })
})

function wait(seconds: number): void {
  for (let half = 0; half < seconds * 2; half++) {
    now += 500
    watch.check()
  }
}

function touch(): void {
  inputAt = now
  watch.check()
}

it('leaves an untouched page without a session alone', () => {
  wait(600)
  expect(events).toEqual([])
})

it('asks a customer without input after 90 seconds, counts 20 down, and ends once', () => {
  hasSession = true
  watch.restart()
  wait(89.5)
  expect(events).toEqual([])
  wait(20.5)
  expect(events).toEqual([...Array.from({ length: 20 }, (_, index) => 20 - index), null, 'end'])
  hasSession = false
  wait(600)
  expect(events.filter((event) => event === 'end')).toHaveLength(1)
})

it('also protects what a guest has touched', () => {
  wait(5)
  touch()
  wait(111)
  expect(events).toContain('end')
})

it('takes any input for the answer, and asks again later', () => {
  hasSession = true
  wait(95)
  expect(events).toEqual([20, 19, 18, 17, 16, 15])
  touch()
  expect(events.at(-1)).toBeNull()
  wait(89)
  expect(events.at(-1)).toBeNull()
  wait(1.5)
  expect(events.at(-1)).toBe(20)
})

it('gives a session that begins without input its whole time', () => {
  wait(500)
  hasSession = true
  watch.restart()
  wait(89)
  expect(events).toEqual([])
})

it('the click that logged out does not count for the next customer', () => {
  hasSession = true
  wait(10)
  touch()
  now += 300
  hasSession = false
  watch.restart()
  wait(200)
  expect(events).toEqual([])
})
