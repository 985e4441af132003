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

/**
 * The pages of a provider's list, one after the other. A payment that happens meanwhile can move others to the next page:
 * each is there once.
 */
export async function* pagesOf<Entry extends { reference: string }>(
  span: Span,
  read: (range: Span & { cursor?: string }) => Promise<{ list: Entry[]; next: string | null }>,
): AsyncGenerator<Entry[]> {
  const seen = new Set<string>()
  let cursor: string | null | undefined
  while (cursor !== null) {
    const page: { list: Entry[]; next: string | null } = await read(
      cursor === undefined ? span : { ...span, cursor },
    )
    yield page.list.filter(({ reference }) => !seen.has(reference))
    for (const { reference } of page.list) seen.add(reference)
    cursor = page.next
  }
}
