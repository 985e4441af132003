import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { imagesOf, judgeImage, maxAgeDays, type Image } from '../../../scripts/supplyChain/images.ts'

const listed = JSON.parse(readFileSync('deploy/images.json', 'utf8')) as Image[]

it('every image that the deployment uses is listed with its dates, and no other', () => {
  const files = ['Dockerfile', 'deploy/compose.yaml'].concat(
    readdirSync('deploy/kubernetes').map((name) => `deploy/kubernetes/${name}`),
  )
  const used = new Set(files.flatMap((file) => imagesOf(readFileSync(file, 'utf8'))))
  expect(used.size).toBeGreaterThan(4)
  expect(listed.map(({ image }) => image).sort()).toEqual([...used].sort())
  for (const { chosen, supportedUntil = chosen } of listed)
    for (const date of [chosen, supportedUntil]) expect(new Date(date).toISOString().slice(0, 10)).toBe(date)
})

it('an image is too old when its support has ended, or nobody has looked for half a year', () => {
  const isOld = (today: string, image: Partial<Image>) =>
    judgeImage({ image: 'some/image:1', chosen: '2026-11-29', ...image }, new Date(today)).isOld
  expect(isOld('2027-01-10', {})).toBe(false)
  expect(isOld('2027-01-10', { supportedUntil: '2027-01-09' })).toBe(true)
  expect(isOld('2027-01-10', { supportedUntil: '2027-01-11' })).toBe(false)
  expect(isOld('2027-08-01', { supportedUntil: '2029-01-01' })).toBe(true)
  const { line } = judgeImage({ image: 'some/image:1', chosen: '2026-11-29' }, new Date('2027-08-01'))
  expect(line).toMatch(new RegExp(`chosen ${maxAgeDays + 65} days ago.*LOOK FOR A NEWER ONE`))
})
