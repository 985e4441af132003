import type { Difference } from './differences.ts'

/** [from, to). */
export interface Span {
  from: Date
  to: Date
}

/** The result of comparing one side of a span. */
export interface Compared {
  found: Difference[]
  /** How many payments the provider listed. */
  payments: number
}

/** The pages of a provider's list, one after the other. */
export async function* pagesOf<Entry>(
  span: Span,
  read: (range: Span & { cursor?: string }) => Promise<{ list: Entry[]; next: string | null }>,
): AsyncGenerator<Entry[]> {
  let cursor: string | null | undefined
  while (cursor !== null) {
    const page: { list: Entry[]; next: string | null } = await read(
      cursor === undefined ? span : { ...span, cursor },
    )
    yield page.list
    cursor = page.next
  }
}
