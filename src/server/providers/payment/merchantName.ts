/** What a BR Code has room for (Banco Central, Manual do BR Code, field 59). */
const maxLetters = 25

/**
 * A name as a BR Code can show it: up to 25 letters, without accents or other letters than those of ASCII, cut at its end so
 * that `ending` has room. A name that has none of these letters is left out.
 */
export function merchantName(name: string, ending: string): string {
  const plain = name
    .normalize('NFD')
    .replace(/[^\x20-\x7E]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  const cut = plain.slice(0, maxLetters - ending.length - 1).trim()
  return cut === '' ? ending : `${cut} ${ending}`
}
