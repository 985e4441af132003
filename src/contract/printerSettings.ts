/** The settings of a terminal's printer, in `config.json` and in the back office. */

import { readUrl } from './readUrl.ts'

/** Where receipts are printed. */
export type PrinterTarget =
  | { kind: 'thermal'; address: URL }
  | { kind: 'system'; name: string }
  | { kind: 'folder'; path: string }

/**
 * The setting `printer`: `tcp://host:9100` is a thermal printer of the network, `system:NAME` one that the terminal's system
 * knows, `pdf:/folder` writes PDFs. Null: `none`. Undefined: anything else.
 */
export function parsePrinter(text: string): PrinterTarget | null | undefined {
  if (text === 'none') return null
  if (text.startsWith('tcp://')) {
    const address = readUrl(text)
    if (!address) return undefined
    const isPlain = /^\/?$/.test(address.pathname) && address.search === '' && address.username === ''
    return address.hostname !== '' && isPlain ? { kind: 'thermal', address } : undefined
  }
  const name = after('system:', text)
  if (name) return { kind: 'system', name }
  const path = after('pdf:', text)
  // Of Linux and macOS, or of Windows.
  return path && /^(\/|[a-z]:[\\/])/i.test(path) ? { kind: 'folder', path } : undefined
}

function after(prefix: string, text: string): string | undefined {
  return text.startsWith(prefix) ? text.slice(prefix.length) : undefined
}

/** Letters of Western Europe (Portuguese among them), and Cyrillic: thermal printers have both. */
export type CodePage = 'cp858' | 'cp866'

/** Makers whose printers number their code pages differently. */
const makers = ['epson', 'bixolon', 'citizen', 'fujitsu', 'hp', 'star', 'sunmi', 'xprinter'] as const

export interface PrinterModel {
  /** Whose numbers the code pages have, or the numbers. */
  codePages: (typeof makers)[number] | Record<CodePage, number>
  /** Bytes that are sent before everything else. */
  prefix: readonly number[]
}

/** GS F9 20 01, from the programmer's manual of the MP-4200 TH: ESC/POS until the printer is turned off. */
const speakEscPos = [0x1d, 0xf9, 0x20, 0x01]

/**
 * The setting `printerModel`: a maker, or the numbers of both code pages as the printer's manual has them, such as
 * `858=19,866=17`. Printers of Elgin, Daruma and most others have Epson's numbers; Bematech's too, once they are told to
 * speak ESC/POS instead of a language of their own. Undefined: anything else.
 */
export function parseModel(text: string): PrinterModel | undefined {
  if (text === 'bematech') return { codePages: 'epson', prefix: speakEscPos }
  const maker = makers.find((each) => each === text)
  if (maker !== undefined) return { codePages: maker, prefix: [] }
  const [, cp858, cp866] = /^858=(\d{1,3}),866=(\d{1,3})$/.exec(text) ?? []
  const codePages = { cp858: Number(cp858), cp866: Number(cp866) }
  return codePages.cp858 < 256 && codePages.cp866 < 256 ? { codePages, prefix: [] } : undefined
}
