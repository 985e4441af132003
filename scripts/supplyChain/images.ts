/** An image or program of others that the deployment uses. */
export interface Image {
  image: string
  /** When its version was released. Without it the tag moves on by itself: it is built anew with each correction. */
  released?: string
  /** When somebody last looked whether there is a newer version of it. */
  looked: string
  /** Its maker's end of support, of the earlier one where it stands on another's; without it, that of the next version. */
  supportedUntil?: string
  /** Who says so. */
  source: string
}

const dayMs = 24 * 3_600_000
/** A version that is older, or that nobody has compared with newer ones for this long, is taken for old, in days. */
export const maxAgeDays = 180

/** What an image is on that day: a line to print, and whether it is too old. */
export function judgeImage(
  { image, released, looked, supportedUntil, source }: Image,
  today: Date,
): { line: string; isOld: boolean } {
  const daysSince = (date: string) => Math.floor((today.getTime() - Date.parse(date)) / dayMs)
  const isOver = supportedUntil !== undefined && today.getTime() > Date.parse(supportedUntil)
  const isForgotten = [released ?? looked, looked].some((date) => daysSince(date) > maxAgeDays)
  const age = released === undefined ? 'follows its version' : `${daysSince(released)} days old`
  const support =
    supportedUntil === undefined ? 'supported until its next version' : `supported until ${supportedUntil}`
  const verdict = isOver ? 'NOT SUPPORTED ANY MORE' : isForgotten ? 'LOOK FOR A NEWER ONE' : 'ok'
  return {
    line: `${image}: ${age}, looked up ${daysSince(looked)} days ago, ${support} (${source}): ${verdict}`,
    isOld: isOver || isForgotten,
  }
}

/** The images that a text of compose, of Kubernetes or a Dockerfile names; our own is built here. */
export function imagesOf(text: string): string[] {
  const named = [...text.matchAll(/^\s*(?:image: |imageName: |FROM )(\S+)/gm)].map(([, image = '']) => image)
  return [...new Set(named)].filter((image) => !image.startsWith('palpite:'))
}

/** The programs that a guide installs, with their versions: charts, and manifests of a release. */
export function programsOf(text: string): string[] {
  const charts = [...text.matchAll(/(oci:\/\/\S+) --version (\S+)/g)].map(
    (match) => `${match[1]} ${match[2]}`,
  )
  const releases = [...text.matchAll(/github\.com\/[\w-]+\/([\w-]+)\/releases\/download\/(v[\d.]+)\//g)].map(
    (match) => `${match[1]} ${match[2]}`,
  )
  return [...new Set([...charts, ...releases])]
}
