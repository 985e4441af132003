/** Texts as a search compares them. */

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

export function wordsOf(folded: string): string[] {
  return folded.match(/[\p{L}\p{N}]+/gu) ?? []
}
