import type { ChatMessageWire } from '#contract/http/chat.ts'
import type { ConversationState, Unsent } from './Conversation.ts'
import { arrange, make } from './dom.ts'
import type { Texts } from './texts.ts'
import type { Times } from './times.ts'

interface Actions {
  retry(key: string): void
  discard(key: string): void
}

/** The bubbles. Each is made once and kept, so that nothing flickers and nothing is read out again. */
export class MessageList {
  readonly node: HTMLOListElement
  private readonly kept = new Map<string, HTMLLIElement>()
  private readonly texts: Texts
  private readonly times: Times
  private readonly actions: Actions

  constructor(texts: Texts, times: Times, actions: Actions) {
    this.texts = texts
    this.times = times
    this.actions = actions
    this.node = make('ol', { class: 'messages' })
  }

  draw({ messages, unsent }: Pick<ConversationState, 'messages' | 'unsent'>): void {
    const nodes: HTMLLIElement[] = []
    let before: ChatMessageWire | undefined
    for (const message of messages) {
      const day = this.times.dayKey(message.time)
      const isNewDay = before === undefined || this.times.dayKey(before.time) !== day
      if (isNewDay) nodes.push(this.keep(`day ${day}`, () => this.day(message.time)))
      const node = this.keep(message.id, () => this.message(message))
      node.classList.toggle('first', isNewDay || before?.from !== message.from)
      nodes.push(node)
      before = message
    }
    for (const one of unsent) {
      const node = this.keep(`${one.key} ${one.state} ${one.reason}`, () => this.unsent(one))
      node.classList.toggle('first', before !== undefined && before.from !== 'player')
      nodes.push(node)
    }
    const shown = new Set(nodes)
    for (const [key, node] of this.kept) if (!shown.has(node)) this.kept.delete(key)
    arrange(this.node, nodes)
  }

  private keep(key: string, create: () => HTMLLIElement): HTMLLIElement {
    const node = this.kept.get(key) ?? create()
    this.kept.set(key, node)
    return node
  }

  private day(time: string): HTMLLIElement {
    return make('li', { class: 'day' }, make('span', {}, this.times.day(time)))
  }

  private message({ from, text, time }: ChatMessageWire): HTMLLIElement {
    return make(
      'li',
      { class: from },
      make('span', { class: 'who' }, from === 'support' ? this.texts.support : this.texts.you),
      make(
        'div',
        { class: 'bubble' },
        make('p', { dir: 'auto' }, text),
        make('time', { datetime: time }, this.times.time(time)),
      ),
    )
  }

  private unsent({ key, text, state, reason }: Unsent): HTMLLIElement {
    const said =
      state === 'sending'
        ? this.texts.sending
        : state === 'waiting'
          ? this.texts.waiting
          : reason || this.texts.refused
    const node = make(
      'li',
      { class: `player ${state}` },
      make('span', { class: 'who' }, this.texts.you),
      make('div', { class: 'bubble' }, make('p', { dir: 'auto' }, text), make('small', {}, said)),
    )
    if (state !== 'sending') {
      const retry = make('button', { type: 'button', class: 'quiet' }, this.texts.retry)
      retry.addEventListener('click', () => this.actions.retry(key))
      const discard = make('button', { type: 'button', class: 'quiet' }, this.texts.discard)
      discard.addEventListener('click', () => this.actions.discard(key))
      node.append(make('div', { class: 'actions' }, retry, discard))
    }
    return node
  }
}
