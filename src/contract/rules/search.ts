/** Search that forgives accents, case, small typing errors and missing spaces. Pure; no list is ever changed. */

/** Lower case without accents: 'Ação' -> 'acao', 'Đỏ' -> 'do'. */
export function foldText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('đ', 'd')
    .replaceAll('ß', 'ss')
    .normalize('NFC')
}

function wordsOf(folded: string): string[] {
  return folded.match(/[\p{L}\p{N}]+/gu) ?? []
}

/** How many typing errors a word of this length may have. */
function allowance(length: number): number {
  if (length < 3) return 0
  return length < 6 ? 1 : 2
}

/**
 * Errors (missing, extra, wrong or swapped letters) between what was typed and the nearest beginning of the
 * word, so that a half-typed word is no error.
 */
function errorsAgainst(typed: string, word: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: word.length + 1 }, (_, column) => column)
  for (let row = 1; row <= typed.length; row++) {
    const current = [row]
    for (let column = 1; column <= word.length; column++) {
      const same = typed[row - 1] === word[column - 1]
      let cost = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      )
      const swapped = typed[row - 1] === word[column - 2] && typed[row - 2] === word[column - 1]
      if (row > 1 && column > 1 && swapped) cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1)
      current.push(cost)
    }
    beforeLast = last
    last = current
  }
  return Math.min(...last)
}

/** 0 the word begins so, 1 it is inside, 2 and more with errors; undefined when it is something else. */
function wordScore(typed: string, words: readonly string[], joined: string): number | undefined {
  if (words.some((word) => word.startsWith(typed)) || joined.startsWith(typed)) return 0
  if (joined.includes(typed)) return 1
  const errors = Math.min(...[...words, joined].map((word) => errorsAgainst(typed, word)))
  return errors <= allowance(typed.length) ? 1 + errors : undefined
}

/** How well a text answers a query: 0 is best, undefined is not at all. Every word of the query must be met. */
export function searchScore(query: string, text: string): number | undefined {
  const folded = foldText(text)
  const words = wordsOf(folded)
  const joined = words.join('')
  let sum = 0
  for (const typed of wordsOf(foldText(query))) {
    const score = wordScore(typed, words, joined)
    if (score === undefined) return undefined
    sum += score
  }
  return sum
}

/** What answers the query, best first, equals in their own order. An empty query is answered by everything. */
export function search<Item>(query: string, items: readonly Item[], textOf: (item: Item) => string): Item[] {
  return items
    .flatMap((item) => {
      const score = searchScore(query, textOf(item))
      return score === undefined ? [] : [{ item, score }]
    })
    .sort((a, b) => a.score - b.score)
    .map(({ item }) => item)
}
