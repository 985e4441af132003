/** What the picture of a ticket shows, in the player's language. */
export interface PictureTexts {
  /** Such as "won". */
  headline: string
  payout: string
  /** Selection and match of each leg. */
  legs: readonly { option: string; match: string }[]
  odds: string
  number: string
}

const size = { width: 1080, height: 1350 }
const edge = 90
/** More legs do not fit. */
const mostLegs = 6
const font = 'system-ui, sans-serif'

/** Draws a won ticket. It contains no name and no stake: the player may show it to anybody. */
export async function drawTicket(texts: PictureTexts): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, size)
  const context = canvas.getContext('2d')
  if (!context) return null
  const backdrop = context.createLinearGradient(0, 0, size.width, size.height)
  backdrop.addColorStop(0, '#0f3b33')
  backdrop.addColorStop(1, '#061317')
  context.fillStyle = backdrop
  context.fillRect(0, 0, size.width, size.height)
  const actionColour = getComputedStyle(document.documentElement).getPropertyValue('--green-400')
  const write = (text: string, y: number, [weight, px, color]: [number, number, string]) => {
    context.font = `${weight} ${px}px ${font}`
    context.fillStyle = color
    context.fillText(text, edge, y, size.width - 2 * edge)
  }
  write(__BRAND_NAME__.toLowerCase(), 150, [700, 56, '#ffffff'])
  write(texts.headline, 300, [600, 52, actionColour])
  write(texts.payout, 420, [800, 120, '#ffffff'])
  write(texts.odds, 500, [600, 44, '#ffd479'])
  texts.legs.slice(0, mostLegs).forEach(({ option, match }, index) => {
    const y = 610 + index * 105
    write(option, y, [700, 42, '#ffffff'])
    write(match, y + 46, [400, 34, '#a9c3c6'])
  })
  const hidden = texts.legs.length - mostLegs
  if (hidden > 0) write(`+${hidden}`, 610 + mostLegs * 105, [600, 38, '#a9c3c6'])
  write(texts.number, size.height - 60, [500, 34, '#a9c3c6'])
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}
