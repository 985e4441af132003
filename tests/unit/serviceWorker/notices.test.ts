import { expect, it } from 'vitest'
import { openNotice, showNotice } from '../../../src/serviceWorker/notices.ts'

const push = {
  title: 'Gol! Casa 1 x 0 Fora',
  body: 'Aposta aberta.',
  path: '/footballPage?match=m1',
  tag: 'goal m1',
}

it('shows what a push contains, with the page that a press opens', async () => {
  const shown: unknown[] = []
  const registration = {
    showNotification: (...notice: unknown[]) => Promise.resolve(void shown.push(notice)),
  }
  await showNotice(registration, JSON.stringify(push))
  const { title, body, path, tag } = push
  // A later one with the same tag replaces it.
  expect(shown).toEqual([[title, { body, tag, data: path, icon: '/icons/192.png' }]])
})

it('fails where a push contains no notice, so that the browser shows its own', async () => {
  const registration = { showNotification: () => Promise.resolve() }
  await expect(showNotice(registration, '')).rejects.toThrow(SyntaxError)
})

it('closes a notice that is pressed, and opens its page', async () => {
  const done: string[] = []
  const scope = {
    location: { origin: 'https://palpite.example' },
    clients: {
      matchAll: () => Promise.resolve([]),
      openWindow: (url: string) => Promise.resolve(done.push(url)),
    },
  }
  await openNotice(scope, { close: () => void done.push('closed'), data: push.path })
  expect(done).toEqual(['closed', 'https://palpite.example/footballPage?match=m1'])
})
