import { expect, it } from 'vitest'
import { parseModel, parsePrinter } from '#contract/printerSettings.ts'

it.each([
  ['tcp://10.0.0.20:9100', { kind: 'thermal', host: '10.0.0.20:9100' }],
  ['tcp://printer.local', { kind: 'thermal', host: 'printer.local' }],
])('%s is a thermal printer', (text, { kind, host }) => {
  const target = parsePrinter(text)
  expect(target).toMatchObject({ kind })
  expect(target?.kind === 'thermal' && target.address.host).toBe(host)
})

it('a printer of the system, a folder, none', () => {
  expect(parsePrinter('system:EPSON TM-T20')).toEqual({ kind: 'system', name: 'EPSON TM-T20' })
  expect(parsePrinter('pdf:/var/palpite/receipts')).toEqual({
    kind: 'folder',
    path: '/var/palpite/receipts',
  })
  expect(parsePrinter('none')).toBeNull()
})

it.each([
  '',
  'http://10.0.0.20',
  'tcp://',
  'tcp://a:9100/x',
  'tcp://me@a',
  'system:',
  'pdf:receipts',
  '10.0.0.20',
])('%j is refused', (text) => expect(parsePrinter(text)).toBeUndefined())

it.each(['', 'elgin9', '858=19', '858=999,866=17', '858=19,866=17,1=2'])('%j is no model', (text) => {
  expect(parseModel(text)).toBeUndefined()
})
