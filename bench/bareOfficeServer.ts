/** The peer of the back office: bare Fastify that runs the statements of a page and sends their rows, and nothing else. */
import { createHash } from 'node:crypto'
import Fastify from 'fastify'
import pg from 'pg'
import { officePages } from './officePages.ts'

pg.types.setTypeParser(20, Number)
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 8 })
const pages = officePages()

const app = Fastify()
app.get<{ Params: { page: string } }>('/:page', async (request) => {
  const page = pages[Number(request.params.page)]
  if (!page) throw new Error(`no page ${request.params.page}`)
  return Promise.all(
    page.statements.map(async ({ text, values }) => {
      const name = createHash('sha1').update(text).digest('hex')
      return (await pool.query<pg.QueryResultRow>({ name, text, values })).rows
    }),
  )
})

const url = await app.listen({ port: 0, host: '127.0.0.1' })
process.send?.({ ready: url })
