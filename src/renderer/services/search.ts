/** Search that forgives accents, case, small typos and missing spaces. It never modifies a list. */

import { foldText, wordsOf } from '#contract/foldText.ts'

/** How many typos a word of this length may have. */
function maxTypos(length: number): number {
  if (length < 3) return 0
  return length < 6 ? 1 : 2
}

/**
 * Typos (missing, extra, wrong or swapped letters) between the query and the most similar prefix of the
 * word, so that a half-typed word has none.
 */
function typoDistance(typed: string, word: string): number {
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

/** 0 for a match at the start of the word, 1 for one inside, 2 and more with typos; undefined for no match. */
function wordScore(typed: string, words: readonly string[], joined: string): number | undefined {
  if (words.some((word) => word.startsWith(typed)) || joined.startsWith(typed)) return 0
  if (joined.includes(typed)) return 1
  const errors = Math.min(...[...words, joined].map((word) => typoDistance(typed, word)))
  return errors <= maxTypos(typed.length) ? 1 + errors : undefined
}

/** How well a text matches a query: 0 is best, undefined is no match. Every word of the query must match. */
function searchScore(query: string, text: string): number | undefined {
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

/** The matches, best first; equally good ones keep their order. An empty query matches everything. */
export function search<Item>(query: string, items: readonly Item[], textOf: (item: Item) => string): Item[] {
  return items
    .flatMap((item) => {
      const score = searchScore(query, textOf(item))
      return score === undefined ? [] : [{ item, score }]
    })
    .sort((a, b) => a.score - b.score)
    .map(({ item }) => item)
}
