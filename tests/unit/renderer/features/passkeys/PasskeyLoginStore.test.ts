import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { passkeyCalls } from '#contract/http/passkeys.ts'
import { AccessStore } from '#renderer/features/access/AccessStore.ts'
import { PasskeyLoginStore, renewMs } from '#renderer/features/passkeys/PasskeyLoginStore.ts'
import { createFixture, settled } from '../../stores/rootFixture.ts'

/** A ceremony that waits for the player in the browser. */
interface Ceremony {
  isSuggestion: boolean
  challenge: number
  isOpen: boolean
  refuse: () => void
}

let ceremonies: Ceremony[]
const open = () => ceremonies.filter(({ isOpen }) => isOpen)

/** The browser: one ceremony at a time, and the page can end it. */
function get({ mediation, publicKey, signal }: CredentialRequestOptions): Promise<Credential | null> {
  if (open().length > 0) throw new DOMException('A request is already pending.', 'OperationError')
  return new Promise((_, reject) => {
    const end = (reason: unknown) => {
      ceremony.isOpen = false
      reject(reason instanceof Error ? reason : new Error(String(reason)))
    }
    const ceremony: Ceremony = {
      isSuggestion: mediation === 'conditional',
      challenge: new Uint8Array(publicKey?.challenge as ArrayBuffer)[0] ?? 0,
      isOpen: true,
      refuse: () => end(new DOMException('not allowed', 'NotAllowedError')),
    }
    ceremonies.push(ceremony)
    signal?.addEventListener('abort', () => end(signal.reason))
  })
}

class BrowserWithSuggestions {
  static isConditionalMediationAvailable = () => Promise.resolve(true)
}

let store: PasskeyLoginStore
let stop: () => void
beforeEach(async () => {
  vi.useFakeTimers()
  ceremonies = []
  vi.stubGlobal('PublicKeyCredential', BrowserWithSuggestions)
  vi.stubGlobal('navigator', { credentials: { get } })
  vi.stubGlobal('document', { querySelectorAll: () => [] })
  const { root, respond } = createFixture()
  let challenges = 0
  respond(passkeyCalls.loginOptions.path, () => ({
    data: { challenge: Buffer.from([++challenges]).toString('base64url') },
  }))
  store = new PasskeyLoginStore(root, new AccessStore(root))
  stop = store.start()
  await settled()
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('suggests passkeys with a new challenge before the one before is too old, until the form is left', async () => {
  expect(open()).toMatchObject([{ isSuggestion: true, challenge: 1 }])
  await vi.advanceTimersByTimeAsync(renewMs)
  await settled()
  expect(open()).toMatchObject([{ isSuggestion: true, challenge: 2 }])
  stop()
  await vi.advanceTimersByTimeAsync(renewMs * 2)
  await settled()
  expect([open(), ceremonies.length, store.hasFailed]).toEqual([[], 2, false])
})

it('suggests them again after the button; while it asks, a suggestion never takes its place', async () => {
  const done = store.logIn()
  await settled()
  await vi.advanceTimersByTimeAsync(renewMs)
  await settled()
  expect(open()).toMatchObject([{ isSuggestion: false }])
  open()[0]?.refuse()
  await done
  await settled()
  expect([store.hasFailed, store.isBusy]).toEqual([true, false])
  expect(open()).toMatchObject([{ isSuggestion: true }])
})
