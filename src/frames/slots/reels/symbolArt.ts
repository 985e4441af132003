import { slotSymbols, type SlotSymbol } from '#contract/games/slots.ts'

/** A symbol ready to be drawn, at rest and in motion, in device pixels. */
export interface SymbolPicture {
  still: HTMLCanvasElement
  blurred: HTMLCanvasElement
}

export type SymbolPictures = Readonly<Record<SlotSymbol, SymbolPicture>>

/** The drawings of a theme by symbol, as SVG text. */
export type SymbolDrawings = Readonly<Record<SlotSymbol, string>>

/** The blur is made of this many copies, spread over this part of the symbol's height. */
const blurCopies = 21
const blurReach = 0.5

/** Loads the drawings; `paintSymbols` paints them again for every size. */
export async function loadDrawings(drawings: SymbolDrawings): Promise<Record<SlotSymbol, HTMLImageElement>> {
  const images = await Promise.all(
    slotSymbols.map(async (symbol) => {
      const image = new Image()
      image.src = svgUrl(drawings[symbol])
      await image.decode()
      return [symbol, image] as const
    }),
  )
  return Object.fromEntries(images) as Record<SlotSymbol, HTMLImageElement>
}

/** A data URL of an SVG text. */
export function svgUrl(svg: string): string {
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

/** Paints the symbols as squares of `size` device pixels; the blurred ones are higher. */
export function paintSymbols(images: Record<SlotSymbol, HTMLImageElement>, size: number): SymbolPictures {
  const pictures = slotSymbols.map((symbol) => {
    const still = canvasOf(size, size)
    draw(still, images[symbol], 0, size)
    const blurred = canvasOf(size, Math.round(size * (1 + blurReach)))
    const middle = (blurred.height - size) / 2
    for (let copy = 0; copy < blurCopies; copy++) {
      const part = copy / (blurCopies - 1) - 0.5
      draw(blurred, still, middle + part * size * blurReach, size, 2.1 / blurCopies)
    }
    return [symbol, { still, blurred }] as const
  })
  return Object.fromEntries(pictures) as Record<SlotSymbol, SymbolPicture>
}

function canvasOf(width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  return canvas
}

function draw(canvas: HTMLCanvasElement, image: CanvasImageSource, y: number, size: number, alpha = 1): void {
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.globalAlpha = alpha
  context.drawImage(image, 0, y, size, size)
}
