import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LanguageCode } from '#contract/languages.ts'
import { newestOnly } from '#contract/newestOnly.ts'
import { createStorages } from '#renderer/services/storage.ts'
import { LanguageStore, type LoadDictionary } from '#renderer/stores/LanguageStore.ts'

/** The local storage that all tabs share, and the window of one tab. */
let stored: Map<string, string>
let tab: EventTarget
/** Requested dictionaries; calling the function finishes its load. */
let pendingLoads: Map<string, () => void>

beforeEach(() => {
  stored = new Map()
  tab = new EventTarget()
  pendingLoads = new Map()
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('location', { protocol: 'https:' })
  vi.stubGlobal(
    'window',
    Object.assign(tab, {
      localStorage: {
        getItem: (key: string) => stored.get(key) ?? null,
        setItem: (key: string, value: string) => void stored.set(key, value),
      },
    }),
  )
})

afterEach(() => {
  vi.unstubAllGlobals()
})

const fetchNewest = newestOnly(
  (code: LanguageCode) => new Promise<void>((resolve) => pendingLoads.set(code, resolve)),
)
/** As in i18n, only the newer of two overlapping loads counts. */
const load = async (code: LanguageCode) => (await fetchNewest(code)) !== null

function open(loadDictionary: LoadDictionary = async () => true): LanguageStore {
  const store = new LanguageStore(createStorages(), loadDictionary)
  store.start()
  return store
}

/** Simulates the storage event of a write in another tab. */
function writeInOtherTab(key: string, value: string | undefined): void {
  if (value === undefined) stored.delete(key)
  else stored.set(key, value)
  tab.dispatchEvent(Object.assign(new Event('storage'), { key }))
}

const settled = () => new Promise((resolve) => setTimeout(resolve))

async function finishLoading(code: LanguageCode): Promise<void> {
  pendingLoads.get(code)?.()
  await settled()
}

describe('the language', () => {
  it('is stored when it is chosen', async () => {
    const store = open()
    await store.choose('ru_RU')
    expect([store.code, stored.get('language')]).toEqual(['ru_RU', 'ru_RU'])
    expect(document.cookie).toBe('language=ru_RU; Path=/; Max-Age=31536000; SameSite=Lax; Secure')
  })

  it('stays, and the stored one too, when the dictionary of the chosen one cannot be loaded', async () => {
    // As in i18n, which has Portuguese for the start only.
    const store = open((_code, isChosen) =>
      isChosen ? Promise.reject(new Error('404')) : Promise.resolve(true),
    )
    await expect(store.choose('ru_RU')).rejects.toThrow()
    expect([store.code, stored.get('language')]).toEqual(['pt_BR', undefined])
  })

  it('comes from the cookie when a logout has emptied local storage', () => {
    document.cookie = 'textScale=125; language=ja_JP'
    expect(open().code).toBe('ja_JP')
    stored.set('language', 'ko_KR')
    expect(open().code).toBe('ko_KR')
  })

  it('follows the choice made in another tab, once its dictionary is there', async () => {
    const store = open(load)
    writeInOtherTab('language', 'ja_JP')
    await settled()
    expect(store.code).toBe('pt_BR')
    await finishLoading('ja_JP')
    expect(store.code).toBe('ja_JP')
  })

  it('writes nothing while it follows: the other tab may have moved on', async () => {
    const store = open(load)
    writeInOtherTab('language', 'ja_JP')
    stored.set('language', 'ko_KR')
    await finishLoading('ja_JP')
    expect([store.code, stored.get('language')]).toEqual(['ja_JP', 'ko_KR'])
  })

  it('is the last one chosen, here or in the other tab', async () => {
    const store = open(load)
    const chosen = store.choose('en_US')
    writeInOtherTab('language', 'vi_VN')
    await finishLoading('vi_VN')
    await finishLoading('en_US')
    await chosen
    expect([store.code, stored.get('language')]).toEqual(['vi_VN', 'vi_VN'])
  })

  it('stays when the other tab removes it, as a logout does, or writes something else', async () => {
    const store = open()
    await store.choose('ru_RU')
    writeInOtherTab('language', undefined)
    stored.set('language', 'ja_JP')
    writeInOtherTab('sound', 'false')
    await settled()
    expect(store.code).toBe('ru_RU')
  })

  it('stays when the dictionary of the other tab fails to load', async () => {
    const store = open(() => Promise.reject(new Error('404')))
    writeInOtherTab('language', 'ja_JP')
    await settled()
    expect(store.code).toBe('pt_BR')
  })
})
