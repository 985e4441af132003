import type { CodePage } from './characters.ts'

/**
 * Makers whose printers number their code pages differently, by the library's names. Those of Elgin, Daruma and most others
 * have Epson's numbers; Bematech's too, once they are told to speak ESC/POS instead of a language of their own.
 */
export const printerMakers = [
  'epson',
  'bematech',
  'bixolon',
  'citizen',
  'fujitsu',
  'hp',
  'star',
  'sunmi',
  'xprinter',
] as const
type PrinterMaker = (typeof printerMakers)[number]

export interface PrinterModel {
  /** How the library numbers the code pages. */
  codePages: Exclude<PrinterMaker, 'bematech'> | Record<CodePage, number>
  /** Sent before everything else. */
  prefix: readonly number[]
}

/** GS F9 20 01, from the programmer's manual of the MP-4200 TH: ESC/POS until the printer is turned off. */
const speakEscPos = [0x1d, 0xf9, 0x20, 0x01]

/**
 * The setting `printerModel`: a maker, or the numbers of both code pages as the printer's manual has them, such as
 * `858=19,866=17`. Undefined: anything else.
 */
export function parseModel(text: string): PrinterModel | undefined {
  if (text === 'bematech') return { codePages: 'epson', prefix: speakEscPos }
  const maker = printerMakers.find((each) => each === text)
  if (maker !== undefined && maker !== 'bematech') return { codePages: maker, prefix: [] }
  const numbers = /^858=(\d{1,3}),866=(\d{1,3})$/.exec(text)
  if (numbers === null) return undefined
  const [cp858 = NaN, cp866 = NaN] = numbers.slice(1).map(Number)
  return cp858 < 256 && cp866 < 256 ? { codePages: { cp858, cp866 }, prefix: [] } : undefined
}
