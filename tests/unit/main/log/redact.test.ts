import { expect, it } from 'vitest'
import { redact } from '#main/log/redact.ts'

it.each([
  [
    'refused: navigation to https://pay.example/x?ticket=12',
    'refused: navigation to https://pay.example/x?…',
  ],
  ['page app://palpite/home#overlay', 'page app://palpite/home?…'],
  ['user ana.maria+1@example.com.br logged in', 'user … logged in'],
  ['path /api/x/ana%40example.com/y', 'path /api/x/…/y'],
  ['CPF 529.982.247-25, or 52998224725', 'CPF …, or …'],
  ['call (11) 98765-4321 or +55 11 98765 4321.', 'call … or ….'],
  [
    'token eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxIn0.4Adcj3UFYzPUVaVF43FmMab6RlaQD8A9V8wFzzht-KQ',
    'token ….eyJzdWIiOiIxIn0.…',
  ],
  ['Authorization: 3f2a9c0b1d4e5f60718293a4b5c6d7e8', 'Authorization: …'],
])('%s', (text, expected) => {
  expect(redact(text)).toBe(expected)
})

it.each([
  'palpite: process 4780 is killed: the page is stuck',
  'no response /api/app/sports/matches net::ERR_CONNECTION_REFUSED',
  'palpite: the embedded server at http://127.0.0.1:39389 stopped with code 9',
  'Error: no file\n    at start (app.asar/out/main/chunks/services-ykzRA2hR.cjs:12:3456)',
])('keeps: %s', (text) => {
  expect(redact(text)).toBe(text)
})

it('takes no longer than its text: a page can make lines as it likes', () => {
  const start = performance.now()
  for (const letter of ['x', '1', '@', '(', '?', '%']) redact(letter.repeat(20_000))
  expect(performance.now() - start).toBeLessThan(2_000)
})
