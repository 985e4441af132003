import { expect, it } from 'vitest'
import { plainJpeg } from '#server/domain/accounts/jpeg.ts'
import { testJpeg } from '../../../../server/helpers/testJpeg.ts'

it('a JPEG has its size, and loses where it was taken and what follows it', () => {
  const found = plainJpeg(Buffer.concat([testJpeg({ metadata: 'GPS -22.9' }), Buffer.from('<script>')]))
  expect(found).toMatchObject({ width: 1_200, height: 900 })
  const text = found?.bytes.toString('latin1')
  expect(text).not.toContain('GPS')
  expect(text).not.toContain('script')
  expect(found?.bytes).toEqual(testJpeg())
  expect(plainJpeg(testJpeg())?.bytes).toEqual(testJpeg())
})

it.each([
  ['nothing', Buffer.alloc(0)],
  ['text', Buffer.from('<html><script>alert(1)</script></html>')],
  ['PNG', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ['its first bytes only', Buffer.from([0xff, 0xd8, 0xff])],
  ['first bytes and text', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('<html>')])],
  ['without its end', testJpeg().subarray(0, -2)],
  ['without pixels', Buffer.concat([testJpeg().subarray(0, 20), Buffer.from([0xff, 0xd9])])],
  ['a segment longer than the file', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff, 0, 0])],
  ['a segment of no length', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0])],
])('is no JPEG: %s', (_name, bytes) => {
  expect(plainJpeg(bytes)).toBeUndefined()
})
