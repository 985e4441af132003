import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { avatarCount } from '#renderer/overlays/accountMenu/AvatarStore.ts'

const renderer = join(import.meta.dirname, '../../../../src/renderer')
const sprite = join(renderer, 'assets/avatars.svg')
const singles = join(renderer, 'public/avatars')

describe('avatars', () => {
  it('are 36: in the sprite and as single files, in the same order', () => {
    expect(avatarCount).toBe(36)
    expect(readdirSync(singles)).toHaveLength(avatarCount)
    const tiles = readFileSync(sprite, 'utf8').split('<svg ').slice(2)
    expect(tiles).toHaveLength(avatarCount)
    const skies = tiles.map((tile) => /H0z" fill="(#\w{6})"/.exec(tile)?.[1])
    expect(skies.every(Boolean)).toBe(true)
    expect(
      skies.map(
        (_, index) =>
          /<rect[^>]* fill="(#\w{6})"/.exec(readFileSync(join(singles, `${index}.svg`), 'utf8'))?.[1],
      ),
    ).toEqual(skies)
  })

  it('the sprite stays within 60 KB, a single one within 12 KB', () => {
    expect(statSync(sprite).size).toBeLessThanOrEqual(60 * 1024)
    for (const file of readdirSync(singles)) {
      expect(statSync(join(singles, file)).size).toBeLessThanOrEqual(12 * 1024)
    }
  })

  it('the drawings contain no scripts and load nothing', () => {
    for (const file of [sprite, ...readdirSync(singles).map((name) => join(singles, name))]) {
      expect(/<script|\son\w+=|(?:href|src)="(?!#)/.test(readFileSync(file, 'utf8'))).toBe(false)
    }
  })
})
