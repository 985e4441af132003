/** What all papers of the house are drawn with: letters, the brand's drawings, QR codes. */

/** From the sides, in pixels. */
export const edge = 84
export const paper = '#ffffff'

export interface Ink {
  weight: number
  px: number
  colour: string
}

/** Writes lines from the left edge, smaller where they would be too long. */
export class Pen {
  readonly context: CanvasRenderingContext2D
  readonly width: number

  constructor(context: CanvasRenderingContext2D, width: number) {
    this.context = context
    this.width = width
  }

  /** Returns where the text ends. */
  write(text: string, y: number, { weight, px, colour }: Ink, x = edge, right = this.width - edge): number {
    const { context } = this
    const room = right - x
    context.font = fontOf(weight, px)
    const wide = context.measureText(text).width
    const size = Math.max(px * Math.min(1, room / wide), px * 0.4)
    context.font = fontOf(weight, size)
    context.fillStyle = colour
    const fitted = fit(context, text, room)
    context.fillText(fitted, x, y)
    return x + context.measureText(fitted).width
  }
}

export const fontOf = (weight: number, px: number) =>
  `${weight} ${Math.floor(px)}px Inter, system-ui, sans-serif`

/** Cut at its end where even the smallest letters are too many. */
function fit(context: CanvasRenderingContext2D, text: string, room: number): string {
  let letters = [...text]
  if (context.measureText(text).width <= room) return text
  while (letters.length > 1 && context.measureText(`${letters.join('')}…`).width > room)
    letters = letters.slice(0, -1)
  return `${letters.join('')}…`
}

/** A QR code on white, with its quiet zone around it. */
export function paintQr(
  context: CanvasRenderingContext2D,
  code: boolean[][],
  { x, y, size }: { x: number; y: number; size: number },
): void {
  context.fillStyle = paper
  context.fillRect(x - 14, y - 14, size + 28, size + 28)
  const module = size / code.length
  context.fillStyle = '#04110f'
  code.forEach((row, line) =>
    row.forEach((isDark, column) => {
      // Whole pixels: gaps between modules are not read as dark.
      if (isDark)
        context.fillRect(
          Math.round(x + column * module),
          Math.round(y + line * module),
          Math.ceil(module),
          Math.ceil(module),
        )
    }),
  )
}

/** The brand's drawings are parts of an SVG. */
export async function loadDrawing(
  { viewBox, svg }: { viewBox: string; svg: string },
  colour: string,
): Promise<HTMLImageElement> {
  const [, , width = '1', height = '1'] = viewBox.split(' ')
  const source = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}" width="${width}" height="${height}" color="${colour}">${svg}</svg>`
  const image = new Image()
  image.src = `data:image/svg+xml,${encodeURIComponent(source)}`
  await image.decode()
  return image
}

/** The brand's letters; without them the system's do. */
export async function loadFont(): Promise<void> {
  try {
    await Promise.all([500, 700, 800].map((weight) => document.fonts.load(`${weight} 40px Inter`)))
  } catch (error) {
    console.info('the font is not loaded', error)
  }
}
