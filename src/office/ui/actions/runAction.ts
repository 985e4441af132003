import type { TFunction } from 'i18next'
import type { Attempts } from '../../data/attempts.ts'
import { addressOf, type OfficeClient } from '../../data/officeClient.ts'
import { messageOf } from '../../data/OfficeError.ts'
import type { Action, ActionValues } from './action.ts'
import type { Notice } from './NoticeStore.ts'
import { sendRows } from './sendRows.ts'

/** What an action is done to. */
export interface Target<Row> {
  row: Row
  /** How a person calls it: its name in notices and dialogs. */
  name: string
  /** Where it is known, its row is shown as being changed while the action waits. */
  id?: string
}

interface Failed<Row> {
  target: Target<Row>
  error: unknown
}

/** What became of an action on one or several rows. */
export interface ActionRun<Row> {
  done: readonly Target<Row>[]
  /** What the last of them answered. */
  answer: unknown
  /** The approvals that wait for a second person. */
  approvals: readonly string[]
  failed: readonly Failed<Row>[]
  /** They were not sent, because a failure before them concerned all. */
  unsent: readonly Target<Row>[]
}

interface Run<Row> {
  action: Action<Row>
  targets: readonly Target<Row>[]
  values: ActionValues
}

/** What is done to a target, as its attempts are known by (data/attempts.ts). `values`: what was filled in so far. */
export function attemptName<Row>(
  { call, request }: Action<Row>,
  { row, id, name }: Target<Row>,
  values: ActionValues,
): string {
  const { params } = request(row, values)
  return `${addressOf(call, params ? { params } : {})} ${id ?? name}`
}

/** Sends each target under the key of its attempt. */
export async function runAction<Row>(
  { client, attempts }: { client: OfficeClient; attempts: Attempts },
  { action, targets, values }: Run<Row>,
  leaving?: AbortSignal,
): Promise<ActionRun<Row>> {
  const send = (target: Target<Row>, isLeaving: boolean) =>
    attempts.run(attemptName(action, target, values), (options) =>
      client.act(action.call, action.request(target.row, values), { ...options, keepalive: isLeaving }),
    )
  const outcomes = await sendRows(
    targets.length,
    (index, isLeaving) => send(targets[index] as Target<Row>, isLeaving),
    leaving,
  )
  const of = targets.map((target, index) => ({ target, outcome: outcomes[index] }))
  const answers = outcomes.flatMap((outcome) => (outcome.state === 'done' ? [outcome.answer] : []))
  return {
    done: of.flatMap(({ target, outcome }) =>
      outcome?.state === 'done' && !outcome.answer.isPending ? [target] : [],
    ),
    answer: answers.flatMap((outcome) => (outcome.isPending ? [] : [outcome.answer])).at(-1),
    approvals: answers.flatMap((outcome) => (outcome.isPending ? [outcome.approval.approvalId] : [])),
    failed: of.flatMap(({ target, outcome }) =>
      outcome?.state === 'failed' ? [{ target, error: outcome.error }] : [],
    ),
    unsent: of.flatMap(({ target, outcome }) => (outcome?.state === 'unsent' ? [target] : [])),
  }
}

/** What is left to be done: it was refused, its answer was lost, or it was not sent. */
export function unfinishedOf<Row>({ failed, unsent }: ActionRun<Row>): readonly Target<Row>[] {
  return [...failed.map(({ target }) => target), ...unsent]
}

/** How many names one line says. */
const mostNames = 8

/** In words: how many are done, how many wait, which were refused and why, which were not sent. */
export function detailOf<Row>(run: ActionRun<Row>, count: number, t: TFunction): string {
  const { done, approvals, failed, unsent } = run
  if (count === 1) {
    const [first] = failed
    if (first) return messageOf(first.error)
    return approvals.length > 0 ? t('actions.waitsForSecond') : t('actions.done')
  }
  if (done.length === count) return t('actions.done')
  const named = (targets: readonly Target<Row>[]) => {
    const names = targets.slice(0, mostNames).map(({ name }) => name)
    const more = targets.length - names.length
    return [...names, ...(more > 0 ? [t('actions.andMore', { count: more })] : [])].join(', ')
  }
  const causes = new Set(failed.map(({ error }) => messageOf(error)))
  return [
    ...(done.length > 0 ? [t('actions.doneOf', { count: done.length, of: count })] : []),
    ...(approvals.length > 0 ? [t('actions.waiting', { count: approvals.length })] : []),
    ...[...causes].map((message) => {
      const those = failed.filter(({ error }) => messageOf(error) === message)
      return t('actions.notDone', { names: named(those.map(({ target }) => target)), message })
    }),
    ...(unsent.length > 0 ? [t('actions.notSent', { names: named(unsent) })] : []),
  ].join(' ')
}

/** What is said at the edge of the page. */
export function noticeOf<Row>(
  run: ActionRun<Row>,
  count: number,
  t: TFunction,
): Pick<Notice, 'tone' | 'detail' | 'link'> {
  const { approvals } = run
  const [approval] = approvals
  return {
    tone: unfinishedOf(run).length > 0 ? 'bad' : approval === undefined ? 'good' : 'info',
    detail: detailOf(run, count, t),
    ...(approval === undefined
      ? {}
      : {
          link:
            approvals.length === 1
              ? { to: `/approvals/${approval}`, label: t('actions.openApproval') }
              : { to: '/approvals', label: t('actions.openApprovals') },
        }),
  }
}
