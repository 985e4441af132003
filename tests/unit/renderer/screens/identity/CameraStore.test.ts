import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CameraStore } from '#renderer/screens/identity/CameraStore.ts'

/** A canvas that makes a JPEG of so many characters; another type is another format. */
let jpeg = 'data:image/jpeg;base64,AAAA'
const tracks = [{ stop: vi.fn() }]
const stream = { getTracks: () => tracks } as unknown as MediaStream
const getUserMedia = vi.fn((_wanted: MediaStreamConstraints) => Promise.resolve(stream))
const video = { videoWidth: 1_920, videoHeight: 1_080 } as HTMLVideoElement
const drawn: number[][] = []

beforeEach(() => {
  jpeg = 'data:image/jpeg;base64,AAAA'
  drawn.length = 0
  tracks[0]?.stop.mockClear()
  getUserMedia.mockReset().mockResolvedValue(stream)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } })
  vi.stubGlobal('document', {
    createElement: () => ({
      width: 0,
      height: 0,
      getContext: () => ({
        drawImage: (_source: unknown, _x: number, _y: number, width: number, height: number) =>
          drawn.push([width, height]),
      }),
      toDataURL: () => jpeg,
    }),
  })
})
afterEach(() => vi.unstubAllGlobals())

it('asks for the camera of the right side without the microphone, and gives it back', async () => {
  const camera = new CameraStore('selfie')
  const close = camera.open()
  await expect.poll(() => camera.state).toBe('live')
  expect(getUserMedia.mock.calls[0]?.[0]).toMatchObject({ audio: false, video: { facingMode: 'user' } })
  close()
  expect(tracks[0]?.stop).toHaveBeenCalledOnce()
  await new CameraStore('front').start()
  expect(getUserMedia.mock.calls[1]?.[0]).toMatchObject({ video: { facingMode: 'environment' } })
})

it('gives a camera back that came when the sheet was closed already', async () => {
  const camera = new CameraStore('front')
  camera.open()()
  await expect.poll(() => tracks[0]?.stop.mock.calls.length).toBe(1)
  expect(camera.stream).toBeNull()
})

it('takes a picture of at most 1600 pixels, turns the camera off, and starts again for another', async () => {
  const camera = new CameraStore('front')
  await camera.start()
  camera.shoot(video)
  expect([camera.state, camera.image, drawn]).toEqual(['taken', 'AAAA', [[1_600, 900]]])
  expect(tracks[0]?.stop).toHaveBeenCalledOnce()
  await camera.start()
  expect([camera.state, camera.image]).toEqual(['live', null])
})

it.each([
  ['NotAllowedError', 'denied'],
  ['NotFoundError', 'none'],
  ['NotReadableError', 'none'],
])('says what to do after %s', async (name, state) => {
  getUserMedia.mockRejectedValue(new DOMException('', name))
  const camera = new CameraStore('front')
  await camera.start()
  expect(camera.state).toBe(state)
})

it('says so where a browser has no camera at all, as on plain HTTP', async () => {
  vi.stubGlobal('navigator', {})
  const camera = new CameraStore('front')
  await camera.start()
  expect(camera.state).toBe('none')
})

it('refuses what nobody could read, and what is no JPEG', async () => {
  const camera = new CameraStore('front')
  await camera.start()
  camera.shoot({ videoWidth: 300, videoHeight: 200 } as HTMLVideoElement)
  expect([camera.state, camera.problem]).toEqual(['live', 'tooSmall'])
  jpeg = 'data:image/png;base64,AAAA'
  camera.shoot(video)
  expect([camera.state, camera.problem]).toEqual(['live', 'failed'])
  // Larger than the server takes, at every quality.
  jpeg = `data:image/jpeg;base64,${'A'.repeat(900_000)}`
  camera.shoot(video)
  expect(camera.problem).toBe('failed')
})
