import ReceiptPrinterEncoder from '@point-of-sale/receipt-printer-encoder'
import { parseModel } from '#contract/printerSettings.ts'
import { codePageOf, printable } from './characters.ts'
import { row, wrapped } from './lines.ts'
import type { Block, PaperDocument } from './PaperDocument.ts'

/** A module of the QR code, in dots: 29 modules fill 40 % of the paper. */
const qrModule = 6
/** Blank lines before the cut: the blade is above the print head. */
const feed = 4

/** The bytes for a thermal printer (ESC/POS) whose lines have this many characters; `model`: the setting `printerModel`. */
export function toEscPos({ locale, blocks }: PaperDocument, columns: number, model = 'epson'): Uint8Array {
  const codePage = codePageOf(locale)
  const { codePages, prefix } = parseModel(model) ?? { codePages: 'epson', prefix: [] }
  const encoder = new ReceiptPrinterEncoder({
    language: 'esc-pos',
    columns,
    feedBeforeCut: feed,
    codepageMapping: codePages,
  })
  encoder.initialize().codepage(codePage)
  const write = (text: string, isStrong = false) => {
    encoder.bold(isStrong)
    for (const line of wrapped(text, columns)) encoder.line(line)
    encoder.bold(false)
  }
  const add = (block: Block): void => {
    switch (block.kind) {
      case 'title':
        encoder.align('center').bold(true).size(2, 2)
        for (const line of wrapped(printable(block.text, codePage), Math.floor(columns / 2)))
          encoder.line(line)
        encoder.size(1, 1).bold(false).align('left')
        return
      case 'text':
        encoder.align(block.isCentred ? 'center' : 'left')
        write(printable(block.text, codePage), block.isStrong)
        encoder.align('left')
        return
      case 'row':
        write(
          row(printable(block.label, codePage), printable(block.value, codePage), columns),
          block.isStrong,
        )
        return
      case 'rule':
        encoder.line('-'.repeat(columns))
        return
      case 'qr':
        encoder.align('center').newline()
        encoder.qrcode(block.value, { model: 2, size: qrModule, errorlevel: 'm' }).newline().align('left')
    }
  }
  for (const block of blocks) add(block)
  return Uint8Array.of(...prefix, ...encoder.cut('partial').encode())
}
