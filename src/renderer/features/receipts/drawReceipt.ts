import { mark, wordmark } from '#brand/logo.json' with { type: 'json' }
import { edge, loadDrawing, loadFont, paper, Pen } from '../poster/pen.ts'

/** What a receipt says, in the player's language. */
export interface PaperReceipt {
  title: string
  amount: string
  lines: readonly { label: string; value: string }[]
  /** Number, as the records have it. */
  number: { label: string; value: string }
}

const width = 1080
const headHeight = 470
const lineHeight = 112
const footHeight = 190
const ink = '#0b1f24'
const quiet = '#5a7076'

/** Draws it as a PNG, as high as its lines need; null where the browser cannot. */
export async function drawReceipt({ title, amount, lines, number }: PaperReceipt): Promise<Blob | null> {
  const height = headHeight + lines.length * lineHeight + footHeight
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d')
  if (!context) return null
  const [logo, sign] = await Promise.all([loadDrawing(wordmark, ink), loadDrawing(mark, ink), loadFont()])
  const pen = new Pen(context, width)
  context.fillStyle = paper
  context.fillRect(0, 0, width, height)
  context.drawImage(sign, edge, 84, 64, 64)
  context.drawImage(logo, edge + 80, 92, (48 * logo.width) / logo.height, 48)
  pen.write(title, 270, { weight: 700, px: 46, colour: quiet })
  pen.write(amount, 380, { weight: 800, px: 104, colour: ink })
  lines.forEach(({ label, value }, index) => {
    const y = headHeight + index * lineHeight
    context.fillStyle = '#e3eaec'
    context.fillRect(edge, y - 34, width - 2 * edge, 2)
    pen.write(label, y + 12, { weight: 500, px: 30, colour: quiet })
    pen.write(value, y + 58, { weight: 700, px: 38, colour: ink })
  })
  const foot = height - footHeight + 60
  pen.write(number.label, foot, { weight: 500, px: 28, colour: quiet })
  pen.write(number.value, foot + 44, { weight: 500, px: 32, colour: ink })
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}
