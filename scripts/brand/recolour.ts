/**
 * Colours in OKLCH, where lightness is what the eye sees: a colour that only gets another hue keeps its contrast.
 */
export interface Oklch {
  lightness: number
  chroma: number
  /** Degrees. */
  hue: number
}

type Rgb = [red: number, green: number, blue: number]

/** The colours that make a brand: one of each of its three scales. */
export interface BrandColours {
  action: string
  reward: string
  surface: string
}

/**
 * Gives the drawings and shades of one brand the colours of another: what is near a scale of `from` (by its hue) moves
 * with that scale. Greys, and colours of no scale such as red, stay.
 */
export function createRecolour(
  from: BrandColours,
  to: BrandColours,
  only: readonly (keyof BrandColours)[] = ['surface', 'action', 'reward'],
): (code: string) => string {
  const all = {
    // A dark surface has little chroma; a blue of the same hue has much.
    surface: scale(
      from.surface,
      to.surface,
      ({ chroma, hue }) => chroma > 0.008 && chroma < 0.085 && hue > 185 && hue < 245,
    ),
    action: scale(from.action, to.action, ({ chroma, hue }) => chroma > 0.02 && hue > 140 && hue < 196),
    reward: scale(from.reward, to.reward, ({ chroma, hue }) => chroma > 0.03 && hue > 62 && hue < 98),
  }
  const scales = only.map((name) => all[name])
  const moved = (rgb: Rgb): Rgb => {
    const colour = toOklch(rgb)
    for (const { holds, move } of scales) if (holds(colour)) return toRgb(move(colour))
    return rgb
  }
  return (code) =>
    code
      // Of an address in a style, '#' is written %23.
      .replaceAll(
        /(?<![\w.&])(#|%23)([0-9a-f]{6})([0-9a-f]{2})?\b/gi,
        (_whole, mark: string, hex: string, alpha = '') => {
          return `${mark}${hexOf(moved(rgbOf(hex)))}${String(alpha)}`
        },
      )
      // In a style, and in a token that holds what a style puts there.
      .replaceAll(
        /(\brgb\(|-rgb: )(\d+) (\d+) (\d+)/g,
        (_whole, before: string, red: string, green: string, blue: string) =>
          `${before}${moved([Number(red), Number(green), Number(blue)]).join(' ')}`,
      )
}

function scale(from: string, to: string, holds: (colour: Oklch) => boolean) {
  const [old, next] = [from, to].map((hex) => toOklch(rgbOf(hex.slice(1)))) as [Oklch, Oklch]
  const move = ({ lightness, chroma, hue }: Oklch): Oklch => ({
    lightness,
    chroma: chroma * (next.chroma / old.chroma),
    hue: hue + next.hue - old.hue,
  })
  return { holds, move }
}

function rgbOf(hex: string): Rgb {
  return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as Rgb
}

function hexOf(rgb: Rgb): string {
  return rgb.map((part) => part.toString(16).padStart(2, '0')).join('')
}

function toOklch(rgb: Rgb): Oklch {
  const [red, green, blue] = rgb.map((part) => {
    const value = part / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }) as Rgb
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short
  const b = 0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short
  return {
    lightness: 0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
    chroma: Math.hypot(a, b),
    hue: ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360,
  }
}

/** With less chroma where a screen cannot show the colour. */
function toRgb(colour: Oklch): Rgb {
  for (let { chroma } = colour; ; chroma -= 0.004) {
    const rgb = linearRgb({ ...colour, chroma: Math.max(0, chroma) })
    if (chroma <= 0 || rgb.every((part) => part >= -0.0005 && part <= 1.0005))
      return rgb.map((part) => {
        const value = Math.min(1, Math.max(0, part))
        return Math.round(255 * (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055))
      }) as Rgb
  }
}

function linearRgb({ lightness, chroma, hue }: Oklch): Rgb {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ]
}
