import { afterEach, describe, expect, it, vi } from 'vitest'
import { qrMatrix } from '#renderer/services/qrMatrix.ts'
import { openShareSheet } from '#renderer/services/share.ts'

const content = { title: 'a', text: 'b', url: 'https://palpite.test/yA' }

afterEach(() => vi.unstubAllGlobals())

describe('the share sheet', () => {
  it.each([
    ['shared', async () => undefined],
    ['cancelled', async () => Promise.reject(new DOMException('', 'AbortError'))],
    ['unavailable', async () => Promise.reject(new DOMException('', 'NotAllowedError'))],
    ['unavailable', async () => Promise.reject(new TypeError('bad'))],
  ])('is %s', async (outcome, share) => {
    vi.stubGlobal('navigator', { share })
    expect(await openShareSheet(content)).toBe(outcome)
  })

  it('is unavailable where the browser has none', async () => {
    vi.stubGlobal('navigator', {})
    expect(await openShareSheet(content)).toBe('unavailable')
  })
})

describe('the QR code', () => {
  it('is a square with its three finder patterns', async () => {
    const matrix = await qrMatrix(content.url)
    expect(matrix.every((row) => row.length === matrix.length)).toBe(true)
    const last = matrix.length - 7
    for (const [top, left] of [
      [0, 0],
      [0, last],
      [last, 0],
    ] as const) {
      const edge = matrix[top]?.slice(left, left + 7)
      expect(edge).toEqual(Array.from({ length: 7 }, () => true))
      expect(matrix[top + 1]?.slice(left, left + 7)).toEqual([true, false, false, false, false, false, true])
    }
  })

  it('differs for another link', async () => {
    expect(await qrMatrix(content.url)).not.toEqual(await qrMatrix('https://palpite.test/yB'))
  })
})
