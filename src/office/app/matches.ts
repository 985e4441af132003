/** Whether each word that was typed begins a word of the text, whatever the case and the accents: 'fil trab' finds 'Fila de trabalho'. */
export function matches(text: string, typed: string): boolean {
  const words = plain(text).split(/[^\p{L}\p{N}]+/u)
  return plain(typed)
    .split(/\s+/)
    .every((part) => words.some((word) => word.startsWith(part)))
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
}
