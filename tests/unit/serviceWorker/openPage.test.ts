import { expect, it } from 'vitest'
import { openPage } from '../../../src/serviceWorker/openPage.ts'

const origin = 'https://palpite.example'

/** A browser with these tabs, and what was done to it. */
function browser(...tabs: { url: string; frameType?: string; isGone?: boolean }[]) {
  const done: string[] = []
  const scope = {
    location: { origin },
    clients: {
      matchAll: () =>
        Promise.resolve(
          tabs.map(({ url, frameType = 'top-level', isGone = false }) => ({
            url: origin + url,
            frameType,
            focus: () =>
              isGone ? Promise.reject(new Error('gone')) : Promise.resolve(done.push(`focus ${url}`)),
            postMessage: (message: object) => void done.push(`${url} ${JSON.stringify(message)}`),
          })),
        ),
      openWindow: (url: string) => Promise.resolve(done.push(`open ${url}`)),
    },
  }
  return { scope, done }
}

it('brings a tab to the front and tells it the page, and reloads nothing', async () => {
  const { scope, done } = browser({ url: '/mines' }, { url: '/home' })
  await openPage(scope, '/apostas')
  expect(done).toEqual(['focus /mines', '/mines {"type":"openPage","path":"/apostas"}'])
})

it.each([
  ['there is none', []],
  ['there is only a frame', [{ url: '/mines', frameType: 'nested' }]],
  ['there is only a page that the client does not draw', [{ url: '/office/' }]],
  ['it does not come to the front', [{ url: '/home', isGone: true }]],
])('opens a new tab where %s', async (_, tabs) => {
  const { scope, done } = browser(...tabs)
  await openPage(scope, '/apostas')
  expect(done).toEqual([`open ${origin}/apostas`])
})

it('opens no page of another host', async () => {
  const { scope, done } = browser({ url: '/home' })
  await openPage(scope, '//elsewhere.example/apostas')
  expect(done).toEqual([])
})
