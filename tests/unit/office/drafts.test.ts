import { describe, expect, it } from 'vitest'
import type { Chat } from '#contract/office/support.ts'
import { Attempts } from '#office/data/attempts.ts'
import { createOfficeClient } from '#office/data/officeClient.ts'
import { Drafts } from '#office/pages/support/drafts.ts'
import { sendAnswer } from '#office/pages/support/sendAnswer.ts'

const chat = { id: 'p1', email: 'ana@x.test' } as Chat

function formOf(answer: () => Promise<Response>) {
  const drafts = new Drafts()
  drafts.set('p1', 'Olá')
  drafts.set('p2', 'Bom dia')
  const client = createOfficeClient({
    fetch: answer,
    language: () => 'en',
    hasWorked: () => true,
    person: () => undefined,
    onSessionEnd: () => undefined,
    onTime: () => undefined,
    failureText: (code) => code,
  })
  const send = () =>
    sendAnswer({ client, attempts: new Attempts(), drafts }, { chat, text: 'Olá', draft: 'p1' })
  return { drafts, send, texts: () => ['p1', 'p2'].map((id) => drafts.get(id)) }
}

describe('an answer that is being written', () => {
  it('is gone once it was sent, and no other one', async () => {
    const { send, texts } = formOf(async () => Response.json(chat))
    await send()
    expect(texts()).toEqual(['', 'Bom dia'])
  })

  it('stays where it could not be sent', async () => {
    const { send, texts } = formOf(() => Promise.reject(new TypeError('network')))
    await expect(send()).rejects.toMatchObject({ code: 'offline' })
    expect(texts()).toEqual(['Olá', 'Bom dia'])
  })

  it('stays where it was written on while it was sent', async () => {
    const { send, texts, drafts } = formOf(async () => {
      drafts.set('p1', 'Olá, Ana')
      return Response.json(chat)
    })
    await send()
    expect(texts()).toEqual(['Olá, Ana', 'Bom dia'])
  })
})
