import { describe, expect, it } from 'vitest'
import {
  appOrigin,
  gamesOriginsOf,
  isOnOrigin,
  isOnOrigins,
  lateAppOrigin,
  originsOf,
  safeOrigin,
} from '#main/security/urls.ts'

describe('the renderer origin', () => {
  it('is the custom scheme with its one host', () => {
    expect(isOnOrigin('app://palpite/home?x=1#y', appOrigin)).toBe(true)
    expect(isOnOrigin('https://palpite.invalid/home', lateAppOrigin)).toBe(true)
  })

  it.each([
    'app://palpite.evil.com/',
    'app://evil/',
    'app://palpite:8080/',
    'app://palpite@evil/',
    'https://palpite/',
    'file:///app/palpite',
    'data:text/html,app://palpite',
    'about:blank',
    'not an address',
    '',
  ])('is not %s', (address) => {
    expect(isOnOrigin(address, appOrigin)).toBe(false)
  })
})

describe('allow-listed origins', () => {
  const origins = ['https://pay.example', 'http://127.0.0.1:5250']

  it.each(['https://pay.example/a?b#c', 'http://127.0.0.1:5250/'])('show %s', (address) => {
    expect(isOnOrigins(address, origins)).toBe(true)
  })

  it.each([
    'http://pay.example/',
    'https://pay.example:8443/',
    'https://pay.example.evil.com/',
    'https://evil.com/https://pay.example',
    'https://pay.example@evil.com/',
    'https://user:secret@pay.example/',
    'http://127.0.0.1:5251/',
    'javascript:alert(1)//https://pay.example',
    'file:///etc/passwd',
    'blob:https://pay.example/1',
    'about:blank',
    'https://',
  ])('refuse %s', (address) => {
    expect(isOnOrigins(address, origins)).toBe(false)
  })
})

describe('safeOrigin', () => {
  it('is scheme, host and port', () => {
    expect(safeOrigin('HTTPS://Pay.Example:443/x')).toBe('https://pay.example')
    expect(safeOrigin('http://127.0.0.1:80/x')).toBe('http://127.0.0.1')
  })

  it.each(['http://localhost:5250', 'http://127.0.0.1:5250', 'http://127.8.0.1', 'http://[::1]:5250'])(
    'allows plain HTTP on this machine: %s',
    (address) => {
      expect(safeOrigin(address)).toBe(address)
    },
  )

  it.each([
    'http://palpite.example',
    'http://192.168.0.7:5250',
    'http://localhost.evil.example',
    'http://127.0.0.1.evil.example',
    'ftp://pay.example',
    'https://user:pass@pay.example',
    'pay.example',
  ])('is null for %s', (address) => {
    expect(safeOrigin(address)).toBeNull()
  })
})

describe('originsOf', () => {
  it('includes both names of this machine', () => {
    expect(originsOf('http://localhost:5250')).toEqual(['http://127.0.0.1:5250', 'http://localhost:5250'])
  })

  it('adds nothing to another host', () => {
    expect(originsOf('https://palpite.example/x')).toEqual(['https://palpite.example'])
  })
})

describe('gamesOriginsOf', () => {
  it('is the next port of a server on this machine, by both of its names', () => {
    expect(gamesOriginsOf('http://127.0.0.1:5250')).toEqual([
      'http://127.0.0.1:5251',
      'http://localhost:5251',
    ])
    expect(gamesOriginsOf('http://localhost:5250')).toEqual([
      'http://127.0.0.1:5251',
      'http://localhost:5251',
    ])
  })

  it.each([
    'https://palpite.example',
    'https://palpite.example:8443',
    'http://127.0.0.1',
    'http://10.0.0.5:5250',
  ])('is not derived for %s', (server) => {
    expect(gamesOriginsOf(server)).toEqual([])
  })
})
