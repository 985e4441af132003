/** An address that is whole, or null. The only way to ask: not all supported browsers have `URL.canParse`. */
export function readUrl(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}
