import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import type { HouseSwitch } from '#contract/rules/houseSwitches.ts'
import { withSwitchedOff } from '#contract/rules/houseSwitches.ts'
import { compress, type Encoding } from '../encodings.ts'

/** The page that the client draws, with what the profile turns off. */
export interface ClientPage {
  text: string
  /** The page in this encoding, made when it is first asked for, and the tag by which a browser recognises it. */
  as(encoding: Encoding | undefined): Promise<{ content: Buffer; tag: string }>
}

/** Returns the function that reads the page: once for each build, which may replace the file under a running server. */
export function createClientPage(file: string, off: readonly HouseSwitch[]): () => Promise<ClientPage> {
  let known: { mtimeMs: number; page: Promise<ClientPage> } | undefined
  return async () => {
    const { mtimeMs } = await stat(file)
    if (known?.mtimeMs !== mtimeMs) known = { mtimeMs, page: readPage(file, off) }
    return known.page
  }
}

async function readPage(file: string, off: readonly HouseSwitch[]): Promise<ClientPage> {
  const text = withSwitchedOff(await readFile(file, 'utf8'), off)
  const plain = Buffer.from(text)
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  const made = new Map<Encoding | undefined, Promise<Buffer>>()
  return {
    text,
    async as(encoding) {
      const making = made.get(encoding) ?? (encoding ? compress(plain, encoding) : Promise.resolve(plain))
      made.set(encoding, making)
      return { content: await making, tag: `"${hash}${encoding ? `-${encoding}` : ''}"` }
    },
  }
}

/** Whether the browser has this version already (RFC 9110, 13.1.2). */
export function hasTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const tags = ifNoneMatch.split(',').map((each) => each.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(tag)
}
