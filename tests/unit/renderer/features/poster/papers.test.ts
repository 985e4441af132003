import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { drawPoster, posterShapes, type Poster } from '#renderer/features/poster/drawPoster.ts'
import { drawReceipt } from '#renderer/features/receipts/drawReceipt.ts'
import { qrMatrix } from '#renderer/services/qrMatrix.ts'
import { readQr, stubPage, type Drawn } from './paperFixture.ts'

let drawn: Drawn
beforeEach(() => void (drawn = stubPage()))
afterEach(() => void vi.unstubAllGlobals())

const words = () => drawn.texts.map(({ text }) => text)
const ticket: Poster = {
  headline: 'Ganha',
  amount: 'R$ 174,10',
  chain: { stake: 'R$ 10,00', odds: 'odds 17,41' },
  rows: [
    { text: 'Flamengo', note: 'Flamengo × Santos', score: '2–1', isWon: true },
    { text: 'Mais de 2,5', note: 'Bahia × Vasco', score: '', isWon: true },
  ],
  foot: 'Bilhete 4711 · 29/11/2026',
  url: 'https://casa.example/bilheteABC',
  factor: 17.41,
}

/** Whether the code that was drawn is that of an address, and of no other. */
async function isCodeOf(url: string): Promise<boolean> {
  const code = await qrMatrix(url)
  return JSON.stringify(readQr(drawn, code.length)) === JSON.stringify(code)
}

describe.each(['post', 'story'] as const)('a poster as a %s', (shape) => {
  it('of a ticket says what it won, with what, in which matches, and where to find it', async () => {
    const picture = await drawPoster(ticket, shape)
    expect(picture?.type).toBe('image/png')
    expect(drawn.size).toEqual(posterShapes[shape])
    for (const text of [
      'Ganha',
      'R$ 174,10',
      'R$ 10,00',
      'odds 17,41',
      'Flamengo',
      'Flamengo × Santos',
      '2–1',
      'Mais de 2,5',
      'Bahia × Vasco',
      'Bilhete 4711 · 29/11/2026',
      'casa.example/bilheteABC',
    ])
      expect(words()).toContain(text)
    expect(await isCodeOf(ticket.url)).toBe(true)
    expect(await isCodeOf('https://casa.example/bilheteABD')).toBe(false)
    // The return is above the chain that explains it, and everything is on the paper.
    const y = (text: string) => drawn.texts.find((each) => each.text === text)?.y ?? NaN
    expect(y('Ganha')).toBeLessThan(y('R$ 174,10'))
    expect(y('R$ 174,10')).toBeLessThan(y('odds 17,41'))
    expect(y('odds 17,41')).toBeLessThan(y('Flamengo'))
    for (const each of drawn.texts) expect(each.y).toBeLessThan(posterShapes[shape].height)
  })

  it('of an invitation has the code in letters and the link as a QR code', async () => {
    const url = 'https://casa.example/yABCD12'
    const chain = 'Aponte a câmera para o código'
    await drawPoster(
      { ...ticket, headline: 'Convite', amount: 'ABCD12', chain, rows: [], foot: '18+', url, factor: 0 },
      shape,
    )
    for (const text of ['Convite', 'ABCD12', chain, '18+', 'casa.example/yABCD12'])
      expect(words()).toContain(text)
    expect(words()).not.toContain('odds 17,41')
    expect(await isCodeOf(url)).toBe(true)
  })
})

it('a long text is written smaller and cut, not over the edge', async () => {
  await drawPoster({ ...ticket, headline: 'G'.repeat(200) }, 'post')
  const [headline] = words()
  expect(headline).toMatch(/^G+…$/)
})

it('a receipt has number, time, state and who paid, one below the other', async () => {
  const lines = [
    { label: 'Situação', value: 'Paga' },
    { label: 'Data e hora (Brasília)', value: '29/11/2026, 08:57' },
    { label: 'Pago por', value: 'Casa de Apostas S.A.' },
    { label: 'Chave', value: '***.111.222-**' },
  ]
  const picture = await drawReceipt({
    title: 'Comprovante · Retirada · CPF',
    amount: 'R$ 60,00',
    lines,
    number: { label: 'Número', value: 'w-4711' },
  })
  expect(picture?.type).toBe('image/png')
  expect(words()).toEqual([
    'Comprovante · Retirada · CPF',
    'R$ 60,00',
    ...lines.flatMap(({ label, value }) => [label, value]),
    'Número',
    'w-4711',
  ])
  const heights = drawn.texts.map(({ y }) => y)
  expect(heights).toEqual([...heights].sort((a, b) => a - b))
  expect(Math.max(...heights)).toBeLessThan(drawn.size.height)
})
