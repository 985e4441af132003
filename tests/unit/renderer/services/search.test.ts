import { describe, expect, test } from 'vitest'
import { search } from '#renderer/services/search.ts'

const games = ['Mines', 'Limbo', 'Dice', 'Double', 'Cor da Sorte', 'Frutas do Brasil', 'Carnaval', 'Amazônia']
const find = (query: string) => search(query, games, (name) => name)

describe('search', () => {
  test.each([
    ['amazonia', 'Amazônia'],
    ['AMAZÔNIA', 'Amazônia'],
    ['mni', 'Mines'],
    ['minas', 'Mines'],
    ['doble', 'Double'],
    ['duoble', 'Double'],
    ['carnavall', 'Carnaval'],
    ['frtuas', 'Frutas do Brasil'],
    ['brasil frutas', 'Frutas do Brasil'],
    ['cordasorte', 'Cor da Sorte'],
    ['da sorte', 'Cor da Sorte'],
    ['  limbo! ', 'Limbo'],
  ])('%s finds %s first', (query, name) => {
    expect(find(query)[0]).toBe(name)
  })

  test.each(['tucano', 'xyz', 'roleta', 'frutas do japão'])('%s finds nothing', (query) => {
    expect(find(query)).toEqual([])
  })

  test('two letters must match, one wrong letter is allowed from three on', () => {
    expect(find('qi')).toEqual([])
    expect(find('lin')).toContain('Limbo')
  })

  test('a match at the start ranks above one inside, and that above a typo', () => {
    const words = ['Dias', 'Guardas', 'Das Marés', 'Dasa']
    expect(search('das', words, (word) => word)).toEqual(['Das Marés', 'Dasa', 'Guardas', 'Dias'])
  })

  test('an empty query keeps the order and does not modify the list', () => {
    const list = Object.freeze([...games])
    expect(search('  ', list, (name) => name)).toEqual(games)
    expect(search('do', list, (name) => name)).not.toBe(list)
  })

  test('in other scripts, parts of words are found', () => {
    const among = (query: string, names: string[]) => search(query, names, (name) => name)
    expect(among('猜', ['地雷猜猜', '猜猜', '地雷'])).toEqual(['猜猜', '地雷猜猜'])
    expect(among('мин', ['Лимиты', 'Мины'])[0]).toBe('Мины')
  })

  test.each([
    ['do', 'Đỏ'],
    ['ĐỎ', 'Do'],
    ['cao', 'Ção'],
    ['ss', 'ß'],
    ['acao', 'Ação'],
  ])('%s is found in %s, as if it had no accents', (query, name) => {
    // Counted as a typo, it would rank below the other one.
    expect(search(query, ['x' + query, name], (each) => each)).toEqual([name, 'x' + query])
  })
})
