import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CameraStore } from '#renderer/screens/identity/CameraStore.ts'
import { deferred } from '../../stores/moneyRoot.ts'

const jpegOf = (bytes: number) => `data:image/jpeg;base64,${'A'.repeat((bytes * 4) / 3)}`
/** What the canvas makes; another type than JPEG is another format. */
let encode: (quality: number) => string
const tracks = [{ stop: vi.fn(), onended: null as (() => void) | null }]
const stream = { getTracks: () => tracks } as unknown as MediaStream
const getUserMedia = vi.fn((_wanted: MediaStreamConstraints) => Promise.resolve(stream))
const video = { videoWidth: 1_920, videoHeight: 1_080 } as HTMLVideoElement
const drawn: number[][] = []
/** The addresses by which files were shown; the files that are no pictures. */
const sources: string[] = []
const noPictures = new Set<Blob>()
const photo = new Blob(['photo'])

/** Turned as it was taken: the sides are those of the turned picture. */
class TestImage {
  src = ''
  readonly naturalWidth = 600
  readonly naturalHeight = 800
  async decode() {
    sources.push(this.src)
    if (this.src.endsWith('broken')) throw new DOMException('', 'EncodingError')
  }
}

class TestReader {
  result: string | null = null
  onload: () => void = () => undefined
  readAsDataURL(file: Blob) {
    this.result = `data:image/jpeg;base64,${noPictures.has(file) ? 'broken' : 'photo'}`
    queueMicrotask(() => this.onload())
  }
}

async function live(): Promise<CameraStore> {
  const camera = new CameraStore('front')
  await camera.start()
  camera.setShowing()
  return camera
}

beforeEach(() => {
  encode = () => 'data:image/jpeg;base64,AAAA'
  drawn.length = 0
  sources.length = 0
  tracks[0]?.stop.mockClear()
  getUserMedia.mockReset().mockResolvedValue(stream)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } })
  vi.stubGlobal('Image', TestImage)
  vi.stubGlobal('FileReader', TestReader)
  vi.stubGlobal('document', {
    createElement: () => ({
      width: 0,
      height: 0,
      getContext: () => ({
        drawImage: (_source: unknown, _x: number, _y: number, width: number, height: number) =>
          drawn.push([width, height]),
      }),
      toDataURL: (_type: string, quality: number) => encode(quality),
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
  const camera = await live()
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

it('takes nothing before the camera shows something', async () => {
  const camera = new CameraStore('front')
  camera.setShowing()
  await camera.start()
  expect(camera.canShoot).toBe(false)
  camera.shoot(video)
  expect(camera.state).toBe('live')
  camera.setShowing()
  expect(camera.canShoot).toBe(true)
})

it('says so when the camera is unplugged, and not of one that it has given back', async () => {
  const camera = await live()
  tracks[0]?.onended?.()
  expect([camera.state, camera.stream, camera.canShoot]).toEqual(['none', null, false])
  await camera.start()
  const ended = tracks[0]?.onended
  camera.setShowing()
  camera.shoot(video)
  ended?.()
  expect(camera.state).toBe('taken')
})

it('takes a file instead, as a picture that the window may show', async () => {
  const camera = await live()
  await camera.choose(photo)
  expect([camera.state, camera.image, drawn]).toEqual(['taken', 'AAAA', [[600, 800]]])
  expect(sources).toEqual(['data:image/jpeg;base64,photo'])
  expect(tracks[0]?.stop).toHaveBeenCalledOnce()
})

it('says of a file that it is no picture, and the camera stays', async () => {
  const camera = await live()
  const text = new Blob(['text'])
  noPictures.add(text)
  await camera.choose(text)
  expect([camera.state, camera.problem, camera.canShoot]).toEqual(['live', 'noPicture', true])
})

it.each(['resolve', 'reject'] as const)(
  'keeps a file that was chosen while the camera was being asked for (%s)',
  async (outcome) => {
    const asked = deferred<MediaStream>()
    getUserMedia.mockReturnValue(
      outcome === 'resolve'
        ? asked.promise
        : asked.promise.then(() => Promise.reject(new DOMException('', 'NotAllowedError'))),
    )
    const camera = new CameraStore('front')
    const starting = camera.start()
    await camera.choose(photo)
    asked.resolve(stream)
    await starting
    expect([camera.state, camera.image, camera.stream]).toEqual(['taken', 'AAAA', null])
    expect(tracks[0]?.stop).toHaveBeenCalledTimes(outcome === 'resolve' ? 1 : 0)
  },
)

it('takes the newest of what was taken and chosen', async () => {
  const camera = await live()
  const choosing = camera.choose(photo)
  camera.shoot(video)
  encode = () => 'data:image/jpeg;base64,BBBB'
  await choosing
  expect(camera.image).toBe('AAAA')
})

it('drops a file that was read when the sheet was closed already', async () => {
  const camera = new CameraStore('front')
  const close = camera.open()
  const choosing = camera.choose(photo)
  close()
  await choosing
  expect(camera.image).toBeNull()
})

it('makes a picture small enough for a slow connection, or at least one that the server takes', async () => {
  const kilobytes = 1_024
  const shoot = async (bytes: (quality: number) => number) => {
    encode = (quality) => jpegOf(bytes(quality))
    const camera = await live()
    camera.shoot(video)
    return camera.image === null ? camera.problem : (camera.image.length * 3) / 4 / kilobytes
  }
  expect(await shoot((quality) => Math.round(quality * 10) * 45 * kilobytes)).toBe(270)
  expect(await shoot(() => 450 * kilobytes)).toBe(450)
  expect(await shoot(() => 603 * kilobytes)).toBe('failed')
})

it('refuses what nobody could read, and what is no JPEG', async () => {
  const camera = await live()
  camera.shoot({ videoWidth: 300, videoHeight: 200 } as HTMLVideoElement)
  expect([camera.state, camera.problem]).toEqual(['live', 'tooSmall'])
  encode = () => 'data:image/png;base64,AAAA'
  camera.shoot(video)
  expect([camera.state, camera.problem]).toEqual(['live', 'failed'])
})
