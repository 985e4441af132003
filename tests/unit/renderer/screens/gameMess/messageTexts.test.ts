import { expect, it } from 'vitest'
import type { MessageKind } from '#contract/http/messages.ts'
import { isKnownKind, messageTarget } from '#renderer/screens/gameMess/messageTexts.ts'

it('a message of a kind that only a newer version knows leads home', () => {
  expect([isKnownKind('prizeReleased'), isKnownKind('ofTomorrow'), isKnownKind('toString')]).toEqual([
    true,
    false,
    false,
  ])
  expect(messageTarget('ofTomorrow' as MessageKind)).toBe('/home')
  expect(messageTarget('prizeReleased')).toBe('/conta')
})
