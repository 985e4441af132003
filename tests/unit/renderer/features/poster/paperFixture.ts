import { vi } from 'vitest'

/** What was drawn on the papers of the house, as a reader would see it. */
export interface Drawn {
  texts: { text: string; x: number; y: number }[]
  /** Filled areas, with their colour. */
  areas: { x: number; y: number; width: number; height: number; colour: string }[]
  size: { width: number; height: number }
}

/** The parts of a page that the papers are drawn with: a canvas that keeps what it is told, letters half as wide as high. */
export function stubPage(): Drawn {
  const drawn: Drawn = { texts: [], areas: [], size: { width: 0, height: 0 } }
  const nothing = () => undefined
  const context = {
    font: '',
    fillStyle: '' as unknown,
    measureText: (text: string): { width: number } => ({
      width: text.length * Number(/(\d+)px/.exec(context.font)?.[1] ?? 0) * 0.5,
    }),
    fillText: (text: string, x: number, y: number): void => void drawn.texts.push({ text, x, y }),
    fillRect: (x: number, y: number, width: number, height: number): void =>
      void drawn.areas.push({ x, y, width, height, colour: String(context.fillStyle) }),
    createLinearGradient: () => ({ addColorStop: nothing }),
    createRadialGradient: () => ({ addColorStop: nothing }),
    ...Object.fromEntries(
      ['drawImage', 'save', 'restore', 'translate', 'rotate', 'beginPath', 'moveTo', 'lineTo', 'stroke'].map(
        (name) => [name, nothing],
      ),
    ),
  }
  const canvas = {
    width: 0,
    height: 0,
    getContext: () => context,
    toBlob(done: (picture: Blob) => void, type: string): void {
      drawn.size = { width: canvas.width, height: canvas.height }
      done(new Blob(['picture'], { type }))
    },
  }
  vi.stubGlobal('document', {
    documentElement: {},
    createElement: () => canvas,
    fonts: { load: () => Promise.resolve([]) },
  })
  vi.stubGlobal('getComputedStyle', () => ({ getPropertyValue: (name: string) => name }))
  vi.stubGlobal(
    'Image',
    class {
      src = ''
      width = 200
      height = 50
      decode = () => Promise.resolve()
    },
  )
  return drawn
}

/** The modules of the QR code that was drawn, read from its dark areas. */
export function readQr({ areas }: Drawn, size: number): boolean[][] {
  const dark = areas.filter(({ colour }) => colour === '#04110f')
  const left = Math.min(...dark.map(({ x }) => x))
  const top = Math.min(...dark.map(({ y }) => y))
  const width = Math.max(...dark.map(({ x, width: each }) => x + each)) - left
  const middle = (index: number) => ((index + 0.5) * width) / size
  return Array.from({ length: size }, (_, row) =>
    Array.from({ length: size }, (__, column) =>
      dark.some(
        ({ x, y, width: each, height }) =>
          left + middle(column) >= x &&
          left + middle(column) < x + each &&
          top + middle(row) >= y &&
          top + middle(row) < y + height,
      ),
    ),
  )
}
