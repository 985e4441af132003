import {
  REELS,
  ROWS,
  slotLines,
  STRIP_LENGTH,
  type SlotSymbol,
  type SlotTheme,
} from '#contract/games/slots.ts'
import type { Cell, WinStep } from '../play/winSequence.ts'
import type { ReelMotion } from './ReelMotion.ts'
import type { SymbolPictures } from './symbolArt.ts'

/** Size of the board in CSS pixels. */
export interface BoardSize {
  width: number
  height: number
  /** Device pixels per CSS pixel. */
  scale: number
}

export interface BoardFrame {
  reels: readonly ReelMotion[]
  /** Reels that turn longer because they may bring the third scatter. */
  anticipated: ReadonlySet<number>
  win: { step: WinStep; ms: number } | null
  isStill: boolean
}

/** Above this speed, in symbols per second, symbols are drawn blurred. */
const blurSpeed = 11
/** Opacity of symbols that did not win. */
const dimmed = 0.34
const pulseMs = 760
/** Size of a symbol as a fraction of its cell. */
const fill = 0.94

/** Paints the reels, the winning symbols and the lines of one frame. It keeps no time of its own. */
export class BoardPainter {
  readonly #context: CanvasRenderingContext2D
  #size: BoardSize = { width: 0, height: 0, scale: 1 }
  #pictures: SymbolPictures | null = null
  readonly #canvas: HTMLCanvasElement
  readonly #theme: SlotTheme
  readonly #accent: string

  constructor(canvas: HTMLCanvasElement, theme: SlotTheme, accent: string) {
    this.#canvas = canvas
    this.#theme = theme
    this.#accent = accent
    const context = canvas.getContext('2d')
    if (!context) throw new Error('no canvas')
    this.#context = context
  }

  /** Side of a symbol in device pixels, on a board of this size. */
  symbolSize(size: BoardSize): number {
    return Math.round(Math.min(size.width / REELS, size.height / ROWS) * fill * size.scale)
  }

  fit(size: BoardSize, pictures: SymbolPictures): void {
    this.#size = size
    this.#pictures = pictures
    this.#canvas.width = Math.round(size.width * size.scale)
    this.#canvas.height = Math.round(size.height * size.scale)
  }

  paint(frame: BoardFrame): void {
    const context = this.#context
    const size = this.#size
    context.setTransform(size.scale, 0, 0, size.scale, 0, 0)
    context.clearRect(0, 0, size.width, size.height)
    const winning = new Set(frame.win?.step.cells.map(keyOf))
    for (const reel of frame.anticipated) this.#paintAnticipated(reel, frame.isStill)
    for (const [index, reel] of frame.reels.entries()) {
      this.#paintReel(index, reel, frame.win ? winning : null)
    }
    if (frame.win) this.#paintWin(frame, frame.win)
  }

  get #cell(): { width: number; height: number } {
    return { width: this.#size.width / REELS, height: this.#size.height / ROWS }
  }

  #paintReel(index: number, reel: ReelMotion, winning: ReadonlySet<number> | null): void {
    const isBlurred = Math.abs(reel.speed) > blurSpeed
    const first = Math.floor(reel.position) - 1
    for (let at = first; at <= first + ROWS + 1; at++) {
      const row = at - reel.position
      if (row <= -1.3 || row >= ROWS + 0.3) continue
      if (winning?.has(keyOf([index, Math.round(row)]))) continue
      this.#context.globalAlpha = winning ? dimmed : 1
      this.#paintSymbol(this.#symbolAt(index, at), index, row, isBlurred)
    }
    this.#context.globalAlpha = 1
  }

  #paintSymbol(symbol: SlotSymbol, reel: number, row: number, isBlurred: boolean, zoom = 1): void {
    const picture = this.#pictures?.[symbol]
    if (!picture) return
    const { width, height } = this.#cell
    const image = isBlurred ? picture.blurred : picture.still
    const w = (image.width / this.#size.scale) * zoom
    const h = (image.height / this.#size.scale) * zoom
    this.#context.drawImage(image, (reel + 0.5) * width - w / 2, (row + 0.5) * height - h / 2, w, h)
  }

  #paintAnticipated(reel: number, isStill: boolean): void {
    const { width, height } = this.#cell
    const glow = this.#context.createLinearGradient(reel * width, 0, (reel + 1) * width, 0)
    for (const [at, alpha] of [
      [0, '00'],
      [0.5, isStill ? '66' : 'aa'],
      [1, '00'],
    ] as const) {
      glow.addColorStop(at, `${this.#accent}${alpha}`)
    }
    this.#context.fillStyle = glow
    this.#context.fillRect(reel * width, 0, width, height * ROWS)
    this.#context.lineWidth = 3
    this.#context.strokeStyle = this.#accent
    this.#context.strokeRect(reel * width + 2, 2, width - 4, height * ROWS - 4)
  }

  #paintWin(frame: BoardFrame, { step, ms }: NonNullable<BoardFrame['win']>): void {
    const lines = step.kind === 'all' ? step.lines : step.kind === 'line' ? [step.line] : []
    for (const line of lines) this.#paintLine(line, step.kind === 'all' ? 0.55 : 1)
    const beat = frame.isStill ? 0.5 : Math.sin(((ms % pulseMs) / pulseMs) * Math.PI)
    for (const cell of step.cells) {
      const reel = frame.reels[cell[0]]
      if (!reel) continue
      this.#paintHalo(cell, beat)
      this.#paintSymbol(
        this.#symbolAt(cell[0], Math.round(reel.position) + cell[1]),
        cell[0],
        cell[1],
        false,
        1 + 0.11 * beat,
      )
    }
  }

  #paintHalo([reel, row]: Cell, beat: number): void {
    const context = this.#context
    const { width, height } = this.#cell
    const inset = 2
    const [left, top] = [reel * width + inset, row * height + inset]
    const [right, bottom] = [left + width - 2 * inset, top + height - 2 * inset]
    const radius = 10
    // Firefox before 112 has no roundRect.
    context.beginPath()
    context.moveTo(left + radius, top)
    context.arcTo(right, top, right, bottom, radius)
    context.arcTo(right, bottom, left, bottom, radius)
    context.arcTo(left, bottom, left, top, radius)
    context.arcTo(left, top, right, top, radius)
    context.closePath()
    context.globalAlpha = 0.2 + 0.14 * beat
    context.fillStyle = this.#accent
    context.fill()
    context.globalAlpha = 0.75 + 0.25 * beat
    context.lineWidth = 2.5
    context.strokeStyle = this.#accent
    context.stroke()
    context.globalAlpha = 1
  }

  #paintLine(line: number, alpha: number): void {
    const context = this.#context
    const { width, height } = this.#cell
    const rows = slotLines[line] ?? []
    const path = () => {
      context.beginPath()
      context.moveTo(0, ((rows[0] ?? 1) + 0.5) * height)
      for (const [reel, row] of rows.entries()) context.lineTo((reel + 0.5) * width, (row + 0.5) * height)
      context.lineTo(this.#size.width, ((rows[REELS - 1] ?? 1) + 0.5) * height)
    }
    context.lineJoin = 'round'
    context.lineCap = 'round'
    context.globalAlpha = alpha
    path()
    context.lineWidth = 7
    context.strokeStyle = lineColour(line)
    context.stroke()
    path()
    context.lineWidth = 2
    context.strokeStyle = '#ffffff'
    context.stroke()
    context.globalAlpha = 1
  }

  #symbolAt(reel: number, index: number): SlotSymbol {
    const strip = this.#theme.strips[reel] ?? this.#theme.strips[0]
    const at = ((index % STRIP_LENGTH) + STRIP_LENGTH) % STRIP_LENGTH
    return strip[at] as SlotSymbol
  }
}

/** The colour of a line (0-19), a different one for each. */
export function lineColour(line: number): string {
  return `hsl(${(line * 137.5) % 360} 92% 58%)`
}

function keyOf([reel, row]: Cell): number {
  return reel * ROWS + row
}
