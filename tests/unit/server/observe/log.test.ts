import Fastify from 'fastify'
import pg from 'pg'
import { expect, it } from 'vitest'
import { createLog } from '#server/observe/log.ts'

function capture(level: 'info' | 'error' = 'info') {
  const lines: string[] = []
  return { lines, log: createLog(level, { write: (line: string) => void lines.push(line) }) }
}

it('logs a request without the tokens of its headers and its address', async () => {
  const { lines, log } = capture()
  const app = Fastify({ loggerInstance: log })
  app.get('/zgo*', (request) => {
    request.log.info({ req: { method: 'GET', url: '/play?a=1&token=s3cret', headers: request.headers } })
    log.info({ req: { headers: request.headers, query: request.query } })
    return null
  })
  await app.inject({
    url: '/zgos3cret?token=s3cret&lang=pt_BR',
    headers: { authorization: 's3cret', cookie: 'id=s3cret' },
  })
  expect(lines.join('')).toContain('/zgo…?token=…&lang=pt_BR')
  expect(lines.join('')).not.toContain('s3cret')
})

it('logs an error of the database with its code and stack, but without the row that it quotes', () => {
  const { lines, log } = capture()
  const error = Object.assign(new pg.DatabaseError('duplicate key value', 1, 'error'), {
    code: '23505',
    detail: 'Key (email)=(ana@example.com) already exists.',
    where: 'COPY users, line 1: "ana@example.com"',
  })
  log.error(error, 'job failed')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    msg: 'job failed',
    err: {
      code: '23505',
      message: 'duplicate key value',
      stack: expect.stringContaining('log.test.ts') as string,
    },
  })
  expect(lines[0]).not.toContain('ana@example.com')
})

it('logs the errors inside another one in the same way, and no value that the database quotes', () => {
  const { lines, log } = capture()
  const quoting = Object.assign(new Error('invalid input syntax for type integer: "ana@example.com"'), {
    code: '22P02',
  })
  const detailed = Object.assign(new Error('duplicate'), {
    detail: 'Key (email)=(ana@example.com)',
    body: 's3cret',
  })
  log.error(quoting)
  log.error(new Error('outer', { cause: quoting }), 'with a cause')
  log.error(new AggregateError([quoting, detailed], 'several'))
  expect(lines).toHaveLength(3)
  expect(lines.join('')).not.toMatch(/ana@example|s3cret/)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    msg: 'invalid input syntax for type integer: "…"',
    err: { code: '22P02', message: 'invalid input syntax for type integer: "…"' },
  })
  expect(JSON.parse(lines[2] ?? '')).toMatchObject({
    err: { aggregateErrors: [{ code: '22P02' }, { message: 'duplicate' }] },
  })
})

it('logs no e-mail address that is part of an address', () => {
  const { lines, log } = capture()
  for (const url of ['/a?to=ana%40example.com&b=1', '/users/ana@example.com/x'])
    log.info({ req: { method: 'GET', url } })
  expect(lines.map((line) => (JSON.parse(line) as { req: { url: string } }).req.url)).toEqual([
    '/a?to=…&b=1',
    '/users/…/x',
  ])
})

it('leaves out what is below its level', () => {
  const { lines, log } = capture('error')
  log.warn('not this')
  log.error('this')
  expect(lines).toHaveLength(1)
})
