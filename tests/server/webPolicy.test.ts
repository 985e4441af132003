import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createTestServer } from './helpers/testServer.ts'

const webRoot = mkdtempSync(join(tmpdir(), 'palpite-web-'))
writeFileSync(join(webRoot, 'index.html'), '<!doctype html><title>Palpite</title>')
const { app } = await createTestServer({ WEB_ROOT: webRoot })

async function ancestorsOf(url: string): Promise<string | undefined> {
  const answer = await app.inject({ method: 'GET', url })
  expect(answer.statusCode).toBe(200)
  const policy = String(answer.headers['content-security-policy'])
  expect(policy).toContain("default-src 'none'")
  return policy.split('; ').find((part) => part.startsWith('frame-ancestors'))
}

it.each(['/', '/index.html', '/home', '/conta?next=/paySuccess', '/paySuccessful', '/paySuccess/x'])(
  '%s may not be framed',
  async (url) => {
    expect(await ancestorsOf(url)).toBe("frame-ancestors 'none'")
  },
)

it.each(['/paySuccess', '/paySuccess?order=1'])(
  "%s may be framed by ourselves: the payment page's return",
  async (url) => {
    expect(await ancestorsOf(url)).toBe("frame-ancestors 'self'")
  },
)
