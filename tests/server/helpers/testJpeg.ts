/**
 * The segments of a JPEG of this size, as a reader of segments wants them; its pixels are noise. `metadata` stands in it as a
 * phone writes where the picture was taken.
 */
export function testJpeg({
  width = 1_200,
  height = 900,
  metadata = '',
  bytes = 2_000,
}: { width?: number; height?: number; metadata?: string; bytes?: number } = {}): Buffer {
  const segment = (code: number, body: Buffer) => {
    const head = Buffer.from([0xff, code, 0, 0])
    head.writeUInt16BE(body.length + 2, 2)
    return Buffer.concat([head, body])
  }
  const frame = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0])
  frame.writeUInt16BE(height, 1)
  frame.writeUInt16BE(width, 3)
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1')),
    ...(metadata === ''
      ? []
      : [segment(0xe1, Buffer.from(`Exif\0\0${metadata}`)), segment(0xfe, Buffer.from(metadata))]),
    segment(0xdb, Buffer.alloc(65, 1)),
    segment(0xc0, frame),
    segment(0xc4, Buffer.alloc(29, 1)),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    // With an escaped 0xff and a restart.
    Buffer.from([0xff, 0, 7, 0xff, 0xd0]),
    Buffer.alloc(bytes, 0x55),
    Buffer.from([0xff, 0xd9]),
  ])
}
