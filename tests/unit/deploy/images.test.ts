import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import {
  imagesOf,
  judgeImage,
  maxAgeDays,
  programsOf,
  type Image,
} from '../../../scripts/supplyChain/images.ts'

const read = (path: string) => readFileSync(path, 'utf8')
const listed = JSON.parse(read('deploy/images.json')) as Image[]

it('every image and program that a deployment uses is listed with its dates and who says so, and no other', () => {
  const files = ['Dockerfile', 'deploy/compose.yaml'].concat(
    readdirSync('deploy/kubernetes').map((name) => `deploy/kubernetes/${name}`),
  )
  const images = files.flatMap((file) => imagesOf(read(file)))
  const programs = programsOf(read('docs/cluster.md'))
  expect([new Set(images).size, programs.length]).toEqual([6, 4])
  expect(listed.map(({ image }) => image).sort()).toEqual([...new Set([...images, ...programs])].sort())
  for (const { released, looked, supportedUntil, source } of listed) {
    for (const date of [released, looked, supportedUntil])
      if (date !== undefined) expect(new Date(date).toISOString().slice(0, 10)).toBe(date)
    expect(source).toMatch(/^https:\/\/\S+/)
  }
})

it('an image is too old when its support has ended, it is half a year old, or nobody has looked for as long', () => {
  const image = { image: 'some/image:1', looked: '2026-11-29', source: 'https://example.org' }
  const isOld = (today: string, dates: Partial<Image>) =>
    judgeImage({ ...image, ...dates }, new Date(today)).isOld
  expect(isOld('2027-01-10', {})).toBe(false)
  expect(isOld('2027-01-10', { supportedUntil: '2027-01-09' })).toBe(true)
  expect(isOld('2027-01-10', { supportedUntil: '2027-01-11' })).toBe(false)
  expect(isOld('2027-01-10', { released: '2026-08-01' })).toBe(false)
  expect(isOld('2027-01-10', { released: '2026-07-01' })).toBe(true)
  expect(isOld('2027-08-01', { supportedUntil: '2029-01-01' })).toBe(true)
  const { line } = judgeImage(image, new Date('2027-08-01'))
  expect(line).toMatch(new RegExp(`looked up ${maxAgeDays + 65} days ago.*LOOK FOR A NEWER ONE`))
})
