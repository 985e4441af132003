import { label, mark, wordmark } from '#brand/logo.json' with { type: 'json' }
import { qrMatrix } from '../../services/qrMatrix.ts'
import { edge, fontOf, loadDrawing, loadFont, paintQr, paper, Pen } from './pen.ts'

/** What a poster says, in the player's language. */
export interface Poster {
  /** Such as "won". */
  headline: string
  /** What came back, or what there is to celebrate. */
  amount: string
  /** What was staked, and the odds or the multiplier that made the amount of it; a line of words where nothing was staked. */
  chain: { stake: string; odds: string } | string
  rows: readonly PosterRow[]
  /** Number and date, or what else is to be known. */
  foot: string
  /** Where others find it: as a QR code, and in letters without its scheme. */
  url: string
  /** How warm the ground is: the amount divided by the stake, of a win. */
  factor: number
}

export interface PosterRow {
  text: string
  note: string
  /** The final score; empty: there is none. */
  score: string
  isWon: boolean
}

/** In pixels: for a feed, and for a story. */
export const posterShapes = { post: { width: 1080, height: 1350 }, story: { width: 1080, height: 1920 } }
export type PosterShape = keyof typeof posterShapes

/** Where the words begin, and how high those above the rows are. */
const wordsTop = 270
const wordsHeight = 320
const rowHeight = 112
const footHeight = 300
const qrSize = 216

/** Grounds by the size of the win, the largest first: corner of light, middle, end. */
const grounds = [
  { from: 15, colours: ['#b8620a', '#5a2312', '#150a10'], light: '--amber-400' },
  { from: 4, colours: ['#6a3fd0', '#28206a', '#0a0b1f'], light: '--amber-400' },
  { from: 0, colours: ['#13815a', '#0b3a31', '#040f12'], light: '--green-400' },
]
/** A colour of the brand. */
const tone = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name)
const muted = 'rgb(255 255 255 / 72%)'

/** Draws it as a PNG; null where the browser cannot. It contains no name: the player may show it to anybody. */
export async function drawPoster(poster: Poster, shape: PosterShape): Promise<Blob | null> {
  const { width, height } = posterShapes[shape]
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d')
  if (!context) return null
  const [logo, sign, code] = await Promise.all([
    loadDrawing(wordmark, paper),
    loadDrawing(mark, paper),
    qrMatrix(poster.url),
    loadFont(),
  ])
  const ground = grounds.find(({ from }) => poster.factor >= from) ?? grounds[2]
  if (!ground) return null
  const pen = new Pen(context, width)
  paintGround(context, { width, height }, ground)
  paintConfetti(context, { width, height }, poster.foot)
  context.drawImage(sign, edge, 84, 76, 76)
  context.drawImage(logo, edge + 92, 92, (60 * logo.width) / logo.height, 60)

  // Faint and large, where there are no rows.
  context.globalAlpha = 0.1
  context.drawImage(sign, width * 0.42, height - footHeight - width * 0.72, width * 0.72, width * 0.72)
  context.globalAlpha = 1

  const roomForRows = height - footHeight - wordsHeight - wordsTop
  const shown = poster.rows.slice(0, Math.floor(roomForRows / rowHeight))
  const hidden = poster.rows.length - shown.length
  const used = shown.length * rowHeight
  // A story, and a win of few rows, have their words nearer to the middle.
  const top = wordsTop + (roomForRows - used) * 0.4
  pen.write(poster.headline, top, { weight: 700, px: 54, colour: tone(ground.light) })
  pen.write(poster.amount, top + 146, { weight: 800, px: 156, colour: paper })
  paintChain(pen, poster, top + 230)
  shown.forEach((row, index) => paintRow(pen, row, top + wordsHeight + 8 + index * rowHeight))
  if (hidden > 0)
    pen.write(`+${hidden}`, top + 230, { weight: 700, px: 44, colour: muted }, width - edge - 70)

  paintFoot(context, pen, poster, { height, code })
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}

function paintGround(
  context: CanvasRenderingContext2D,
  { width, height }: { width: number; height: number },
  { colours, light }: { colours: readonly string[]; light: string },
): void {
  const ground = context.createLinearGradient(0, 0, width * 0.7, height)
  colours.forEach((colour, index) => ground.addColorStop(index / (colours.length - 1), colour))
  context.fillStyle = ground
  context.fillRect(0, 0, width, height)
  const glow = context.createRadialGradient(
    width * 0.86,
    height * 0.12,
    0,
    width * 0.86,
    height * 0.12,
    width * 0.8,
  )
  glow.addColorStop(0, tone(light))
  glow.addColorStop(1, 'transparent')
  context.globalAlpha = 0.3
  context.fillStyle = glow
  context.fillRect(0, 0, width, height)
  context.globalAlpha = 1
}

/** Paper that falls beside the words, the same for the same poster. */
function paintConfetti(
  context: CanvasRenderingContext2D,
  { width, height }: { width: number; height: number },
  seed: string,
): void {
  const colours = [...['--amber-400', '--green-400', '--red-400', '--violet-400'].map(tone), paper]
  let state = [...seed].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7)
  const next = () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  for (let i = 0; i < 70; i++) {
    const x = width * (0.42 + 0.58 * next())
    const y = height * 0.52 * next() ** 1.4
    context.save()
    context.translate(x, y)
    context.rotate(next() * Math.PI)
    context.globalAlpha = 0.35 + 0.5 * next()
    context.fillStyle = colours[i % colours.length] ?? paper
    context.fillRect(-9, -5, 10 + 14 * next(), 8 + 6 * next())
    context.restore()
  }
}

/** What was staked, an arrow, and what multiplied it. */
function paintChain(pen: Pen, { chain }: Poster, y: number): void {
  const { context } = pen
  if (typeof chain === 'string') {
    pen.write(chain, y, { weight: 600, px: 50, colour: muted })
    return
  }
  const { stake, odds } = chain
  const end = pen.write(stake, y, { weight: 600, px: 50, colour: muted }, edge, pen.width * 0.5)
  context.strokeStyle = muted
  context.lineWidth = 6
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.beginPath()
  context.moveTo(end + 26, y - 17)
  context.lineTo(end + 74, y - 17)
  context.moveTo(end + 58, y - 33)
  context.lineTo(end + 74, y - 17)
  context.lineTo(end + 58, y - 1)
  context.stroke()
  pen.write(odds, y, { weight: 800, px: 50, colour: tone('--amber-400') }, end + 102)
}

function paintRow(pen: Pen, { text, note, score, isWon }: PosterRow, y: number): void {
  const { context } = pen
  const scoreLeft = pen.width - edge - 150
  if (isWon) {
    context.strokeStyle = tone('--green-400')
    context.lineWidth = 8
    context.lineCap = 'round'
    context.lineJoin = 'round'
    context.beginPath()
    context.moveTo(edge + 4, y - 8)
    context.lineTo(edge + 16, y + 6)
    context.lineTo(edge + 40, y - 24)
    context.stroke()
  }
  const left = edge + 66
  const right = score ? scoreLeft - 24 : pen.width - edge
  pen.write(text, y, { weight: 700, px: 40, colour: paper }, left, right)
  pen.write(note, y + 44, { weight: 500, px: 32, colour: muted }, left, right)
  if (score) {
    context.textAlign = 'right'
    context.font = fontOf(800, 44)
    context.fillStyle = paper
    context.fillText(score, pen.width - edge, y + 16)
    context.textAlign = 'left'
  }
}

function paintFoot(
  context: CanvasRenderingContext2D,
  pen: Pen,
  { foot, url }: Poster,
  { height, code }: { height: number; code: boolean[][] },
): void {
  const top = height - footHeight
  context.fillStyle = 'rgb(0 0 0 / 34%)'
  context.fillRect(0, top, pen.width, footHeight)
  const x = pen.width - edge - qrSize
  const y = top + (footHeight - qrSize) / 2
  paintQr(context, code, { x, y, size: qrSize })
  const right = x - 40
  pen.write(label, top + 110, { weight: 800, px: 46, colour: paper }, edge, right)
  pen.write(
    url.replace(/^https?:\/\//, ''),
    top + 166,
    { weight: 600, px: 36, colour: tone('--amber-400') },
    edge,
    right,
  )
  pen.write(foot, top + 222, { weight: 500, px: 32, colour: muted }, edge, right)
}
