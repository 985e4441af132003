import { create } from 'qrcode/lib/core/qrcode.js'
import type { Block, PaperDocument } from './PaperDocument.ts'

/** Nothing is loaded and nothing runs: everything is in the page. */
const policy = "default-src 'none'; style-src 'unsafe-inline'"
/** Width of the paper, in mm. */
export const paperWidth = 80

const style = `
@page { margin: 0 }
body { margin: 4mm; width: 72mm; color: #000; background: #fff; font: 10pt/1.35 sans-serif }
h1 { margin: 0; font-size: 18pt; text-align: center; letter-spacing: 0.04em }
p, dl, dt, dd { margin: 0 }
p { overflow-wrap: anywhere }
.centred { text-align: center }
.strong { font-weight: bold }
dl { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 3mm }
dd { margin-left: auto; text-align: right; overflow-wrap: anywhere }
hr { border: 0; border-top: 1px dashed #000; margin: 2mm 0 }
svg { display: block; width: 36mm; margin: 3mm auto }`

/** The document as a page for a printer of the system, or for a PDF. */
export function toHtml({ locale, name, blocks }: PaperDocument): string {
  return `<!doctype html><html lang="${escape(locale)}"><head><meta charset="utf-8"><title>${escape(name)}</title>
<meta http-equiv="Content-Security-Policy" content="${policy}"><style>${style}</style></head>
<body>${blocks.map(toElement).join('\n')}</body></html>`
}

/** An estimate of the height of the paper, in mm: a printer of the system wants it before it has the page. */
export function paperHeight({ blocks }: PaperDocument): number {
  const heights = blocks.map((block) => {
    switch (block.kind) {
      case 'title':
        return 10
      case 'text':
        return 5 * Math.ceil(block.text.length / 36)
      case 'row':
        return block.label.length + block.value.length > 36 ? 10 : 5
      case 'rule':
        return 5
      case 'qr':
        return 43
    }
  })
  return heights.reduce((sum, height) => sum + height, 12)
}

function toElement(block: Block): string {
  switch (block.kind) {
    case 'title':
      return `<h1>${escape(block.text)}</h1>`
    case 'text':
      return `<p class="${block.isCentred ? 'centred' : ''} ${block.isStrong ? 'strong' : ''}">${escape(block.text)}</p>`
    case 'row':
      return `<dl class="${block.isStrong ? 'strong' : ''}"><dt>${escape(block.label)}</dt><dd>${escape(block.value)}</dd></dl>`
    case 'rule':
      return '<hr>'
    case 'qr':
      return qrCode(block.value)
  }
}

/** With the quiet zone of four modules that scanners need. */
function qrCode(text: string): string {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  let path = ''
  for (let y = 0; y < modules.size; y++) {
    for (let x = 0; x < modules.size; x++) if (modules.get(y, x)) path += `M${x} ${y}h1v1h-1z`
  }
  const size = modules.size + 8
  return `<svg viewBox="-4 -4 ${size} ${size}" shape-rendering="crispEdges"><path d="${path}"/></svg>`
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
