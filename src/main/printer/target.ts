import { isAbsolute } from 'node:path'

/** Where receipts are printed. */
export type PrinterTarget =
  | { kind: 'thermal'; address: URL }
  | { kind: 'system'; name: string }
  | { kind: 'folder'; path: string }

/**
 * The setting `printer`: `tcp://host:9100` is a thermal printer of the network, `system:NAME` one that this system knows,
 * `pdf:/folder` writes PDFs. Null: `none`. Undefined: anything else.
 */
export function parsePrinter(text: string): PrinterTarget | null | undefined {
  if (text === 'none') return null
  if (text.startsWith('tcp://')) {
    if (!URL.canParse(text)) return undefined
    const address = new URL(text)
    const isPlain = /^\/?$/.test(address.pathname) && address.search === '' && address.username === ''
    return address.hostname !== '' && isPlain ? { kind: 'thermal', address } : undefined
  }
  const name = after('system:', text)
  if (name) return { kind: 'system', name }
  const path = after('pdf:', text)
  return path && isAbsolute(path) ? { kind: 'folder', path } : undefined
}

function after(prefix: string, text: string): string | undefined {
  return text.startsWith(prefix) ? text.slice(prefix.length) : undefined
}
