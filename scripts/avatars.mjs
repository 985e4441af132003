/**
 * Draws the 36 avatars: run `node scripts/avatars.mjs` after changing the lists below.
 *   src/renderer/assets/avatars.svg     all of them in a grid of 6 x 6, fetched with the picker
 *   src/renderer/public/avatars/N.svg   one each (0-35), for the places that show a single player
 * Faces: "Lorelei" by Lisa Wischofsky, CC0 1.0, through DiceBear.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { createAvatar } from '@dicebear/core'
import { lorelei } from '@dicebear/collection'

const columns = 6
const count = 36
const cell = 96
/** The part of the 980 x 980 drawing that is shown, so that the face fills its tile. */
const crop = { x: 140, y: 130, size: 720 }
const line = '#16110f'

const skies = ['1fc67d', 'f7b538', '4fb9ef', '9a80f5', 'f2709c', 'ff8a65']
const skins = ['ffdcc2', '8d5a3b', 'e8b98f', '5e3b26', 'f3c9a5', 'b97f53', 'd9a273']
const inks = ['23201f', '4a2a1a', '7a4522', '23201f', 'c98a35', '3a2a2a', 'b23a2b', '23201f', '8c9aa8']

/** Hair by DiceBear's numbers: the light drawings, half of them twice in another colour, neighbours different. */
const hairs = [
  4, 19, 36, 26, 8, 24, 14, 2, 22, 33, 1, 13, 9, 22, 47, 19, 43, 12, 34, 33, 7, 1, 3, 40, 27, 28, 36, 24, 4,
  14, 33, 2, 26, 9, 19, 22,
]
const withGlasses = [2, 9, 16, 23, 31]
const withBeard = [0, 10, 20]
const withEarrings = [5, 13, 21, 30]
const withFreckles = [1, 8, 17, 26, 32]

const two = (number) => String(number).padStart(2, '0')
const variant = (number) => `variant${two(number)}`
const pick = (list, index) => [list[index % list.length]]

/** Body of one avatar in the drawing's own coordinates, without frame and metadata. */
function draw(index) {
  const ink = pick(inks, index * 5 + Math.floor(index / 7))
  const chance = (list) => (list.includes(index) ? 100 : 0)
  const svg = createAvatar(lorelei, {
    seed: `palpite-${index}`,
    hair: [variant(hairs[index])],
    hairColor: ink,
    skinColor: pick(skins, index * 3 + Math.floor(index / 6)),
    eyebrowsColor: ink,
    mouth: pick([1, 5, 2, 6, 9, 4, 10], index * 2 + Math.floor(index / 5)).map(
      (number) => `happy${two(number)}`,
    ),
    eyes: pick([4, 5, 16, 6, 18, 10], index * 5 + Math.floor(index / 6)).map(variant),
    eyebrows: pick([2, 10, 7, 3, 9], index).map(variant),
    nose: pick([3, 1, 4], index).map(variant),
    head: [variant(1)],
    glasses: pick([1, 2, 4], index).map(variant),
    beardProbability: chance(withBeard),
    glassesProbability: chance(withGlasses),
    earringsProbability: chance(withEarrings),
    earringsColor: ['ffd27a'],
    frecklesProbability: chance(withFreckles),
    hairAccessoriesProbability: 0,
  }).toString()
  const body = /<g transform="translate\(10 -60\)">(.*)<\/g><g transform="translate\(10 -60\)"><\/g>/s.exec(
    svg,
  )?.[1]
  if (!body) throw new Error(`the drawing's shape has changed: ${svg.slice(0, 200)}`)
  return body.replace(/ fill="#000(?:000)?"/g, '')
}

const sky = (index) => `#${skies[(index + Math.floor(index / columns) * 2) % skies.length]}`
const credit = '<!-- Lorelei by Lisa Wischofsky, CC0 1.0 -->'

const faces = Array.from({ length: count }, (_, index) => draw(index))

mkdirSync('src/renderer/public/avatars', { recursive: true })
faces.forEach((face, index) => {
  const { x, y, size } = crop
  const picture =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${x} ${y} ${size} ${size}" fill="${line}">${credit}` +
    `<rect x="${x}" y="${y}" width="${size}" height="${size}" fill="${sky(index)}"/>${face}</svg>\n`
  writeFileSync(`src/renderer/public/avatars/${index}.svg`, picture)
})

// Heads, eyes and mouths repeat the same paths: each is written once and referenced.
const paths = new Map()
for (const face of faces) {
  for (const [, path] of face.matchAll(/ d="([^"]+)"/g)) paths.set(path, (paths.get(path) ?? 0) + 1)
}
const shared = [...paths].filter(([path, times]) => times > 1 && path.length > 40).map(([path]) => path)
const names = new Map(shared.map((path, index) => [path, `p${index.toString(36)}`]))
const definitions = shared.map((path) => `<path id="${names.get(path)}" d="${path}"/>`).join('')
const referred = faces.map((face) =>
  face.replace(/<path d="([^"]+)"([^>]*)\/>/g, (whole, path, rest) =>
    names.has(path) ? `<use href="#${names.get(path)}"${rest}/>` : whole,
  ),
)
const frame = `viewBox="${crop.x} ${crop.y} ${crop.size} ${crop.size}"`
const tiles = referred.map((face, index) => {
  const [left, top] = [(index % columns) * cell, Math.floor(index / columns) * cell]
  return (
    `<svg x="${left}" y="${top}" width="${cell}" height="${cell}" ${frame}>` +
    `<path d="M0 0h980v980H0z" fill="${sky(index)}"/>${face}</svg>`
  )
})
const side = columns * cell
const sprite =
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" width="${side}" height="${side}" fill="${line}">` +
  `${credit}<defs>${definitions}</defs>${tiles.join('')}</svg>\n`
writeFileSync('src/renderer/assets/avatars.svg', sprite)
console.log(`36 avatars; sprite ${(sprite.length / 1024).toFixed(1)} KB`)
