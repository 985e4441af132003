/** Answers that are being written, by conversation: going on to another one, or to another page, does not lose them. */
export class Drafts {
  private readonly texts = new Map<string, string>()
  private readonly listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  get(id: string): string {
    return this.texts.get(id) ?? ''
  }

  set(id: string, text: string): void {
    if (text === '') this.texts.delete(id)
    else this.texts.set(id, text)
    for (const listener of this.listeners) listener()
  }

  /** It was sent as `text`. What was written since then stays. */
  clear(id: string, text: string): void {
    if (this.get(id) === text) this.set(id, '')
  }
}

/** The ones of this page. */
export const drafts = new Drafts()
