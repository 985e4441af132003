import { Check } from 'lucide-react'
import { describe, expect, it, vi } from 'vitest'
import { idempotencyHeader } from '#contract/office/officeCall.ts'
import { withdrawalCalls, type WithdrawalRow } from '#contract/office/withdrawals.ts'
import { Attempts } from '#office/data/attempts.ts'
import { createOfficeClient } from '#office/data/officeClient.ts'
import { i18n } from '#office/i18n/i18n.ts'
import { dictionary } from '#office/i18n/locales/en/index.ts'
import { defineAction } from '#office/ui/actions/action.ts'
import { noticeOf, runAction, unfinishedOf, type Target } from '#office/ui/actions/runAction.ts'

i18n.addResourceBundle('en', 'translation', dictionary, true)
await i18n.changeLanguage('en')

type Row = Pick<WithdrawalRow, 'id' | 'review'>

const approve = defineAction<typeof withdrawalCalls.approve, Row>({
  call: withdrawalCalls.approve,
  icon: Check,
  reason: 'none',
  request: ({ id, review }) => ({ params: { id }, body: { review } }),
})

const changed = () => Response.json({ error: { code: 'conflict', message: 'Changed.' } }, { status: 409 })
const waiting = (approvalId: string) => Response.json({ approvalId }, { status: 202 })
const lost = () => Promise.reject(new TypeError('network'))

/** Approves the rows of these names; those of `answers` are not just done. */
function officeOf(...names: string[]) {
  const targets = names.map((name): Target<Row> => ({ row: { id: name, review: null }, name, id: name }))
  const attempts = new Attempts()
  const sent: { name: string; key: string }[] = []
  const answers: Record<string, () => Response | Promise<Response>> = {}
  const fetch = vi.fn<typeof globalThis.fetch>(async (address, init) => {
    const name = String(address).split('/').at(-2) ?? ''
    sent.push({ name, key: new Headers(init?.headers).get(idempotencyHeader) ?? '' })
    return (await answers[name]?.()) ?? Response.json({ id: name })
  })
  const client = createOfficeClient({
    fetch,
    language: () => 'en',
    hasWorked: () => true,
    person: () => undefined,
    onSessionEnd: () => undefined,
    onTime: () => undefined,
    failureText: (code) => `${code}.`,
  })
  const run = async (some: readonly Target<Row>[] = targets) => {
    const ended = await runAction(
      { client, attempts },
      { action: approve, targets: some, values: { reason: '' } },
    )
    return { ...noticeOf(ended, some.length, i18n.t), left: unfinishedOf(ended) }
  }
  return { targets, answers, sent, run }
}

describe('an action on several rows', () => {
  it('goes on past refusals, and says what is done, what waits, and what was refused and why', async () => {
    const { answers, run } = officeOf('ana', 'bia', 'caio', 'dora', 'eva')
    answers['bia'] = changed
    answers['caio'] = () => waiting('77')
    answers['dora'] = changed
    const { left, ...notice } = await run()
    expect(notice).toEqual({
      tone: 'bad',
      detail: '2 of 5 done. 1 waits for a second person. Not done: bia, dora. Changed.',
      link: { to: '/approvals/77', label: 'See the approval' },
    })
    expect(left.map(({ name }) => name)).toEqual(['bia', 'dora'])
  })

  it('says how many wait, and leads to all of them', async () => {
    const { answers, run } = officeOf('ana', 'bia', 'caio')
    answers['ana'] = () => waiting('1')
    answers['caio'] = () => waiting('3')
    expect(await run()).toEqual({
      tone: 'info',
      detail: '1 of 3 done. 2 wait for a second person.',
      link: { to: '/approvals', label: 'See the approvals' },
      left: [],
    })
  })

  it('is repeated for those that are left, under the key of a lost answer', async () => {
    const { answers, sent, run } = officeOf('ana', 'bia', 'caio')
    answers['bia'] = lost
    const first = await run()
    expect(first).toMatchObject({
      tone: 'bad',
      detail: '1 of 3 done. Not done: bia. offline. Not sent: caio.',
    })
    delete answers['bia']
    expect(await run(first.left)).toEqual({ tone: 'good', detail: 'Done', left: [] })
    expect(sent.map(({ name }) => name)).toEqual(['ana', 'bia', 'bia', 'caio'])
    expect(sent[2]?.key).toBe(sent[1]?.key)
    expect(new Set(sent.map(({ key }) => key)).size).toBe(3)
  })

  it('names eight of many', async () => {
    const names = Array.from({ length: 10 }, (_, index) => `p${index}`)
    const { answers, run } = officeOf(...names)
    for (const name of names) answers[name] = changed
    expect((await run()).detail).toBe(`Not done: ${names.slice(0, 8).join(', ')}, 2 more. Changed.`)
  })
})

describe('an action on one row', () => {
  it('says what became of it as before', async () => {
    const { answers, run } = officeOf('ana')
    expect(await run()).toEqual({ tone: 'good', detail: 'Done', left: [] })
    answers['ana'] = () => waiting('77')
    expect(await run()).toMatchObject({
      tone: 'info',
      detail: 'A second person has to confirm it.',
      left: [],
    })
    answers['ana'] = changed
    expect(await run()).toMatchObject({ tone: 'bad', detail: 'Changed.' })
  })
})
