/** An image of others that the deployment uses. Its maker's end of support, where one is stated. */
export interface Image {
  image: string
  /** When somebody last looked whether there is a newer version of it. */
  chosen: string
  supportedUntil?: string
}

const dayMs = 24 * 3_600_000
/** Where versions end with the next one, a tag that nobody has looked at for this long is taken for old, in days. */
export const maxAgeDays = 180

/** What an image is on that day: a line to print, and whether it is too old. */
export function judgeImage(
  { image, chosen, supportedUntil }: Image,
  today: Date,
): { line: string; isOld: boolean } {
  const days = Math.floor((today.getTime() - Date.parse(chosen)) / dayMs)
  const isOver = supportedUntil !== undefined && today.getTime() > Date.parse(supportedUntil)
  const isForgotten = days > maxAgeDays
  const support =
    supportedUntil === undefined ? 'supported until its next version' : `supported until ${supportedUntil}`
  const verdict = isOver ? 'NOT SUPPORTED ANY MORE' : isForgotten ? 'LOOK FOR A NEWER ONE' : 'ok'
  return { line: `${image}: chosen ${days} days ago, ${support}: ${verdict}`, isOld: isOver || isForgotten }
}

/** The images that a text of compose, of Kubernetes or a Dockerfile names; our own is built here. */
export function imagesOf(text: string): string[] {
  const named = [...text.matchAll(/^\s*(?:image: |imageName: |FROM )(\S+)/gm)].map(([, image = '']) => image)
  return [...new Set(named)].filter((image) => !image.startsWith('palpite:'))
}
