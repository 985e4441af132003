/**
 * Writes `.br` and `.gz` beside the text files of the web build; the server sends them as they are. Prerendered pages get none:
 * the server adds data to each of them, and compresses it as it sends it.
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { prerenderedPages } from '#contract/prerenderedPages.ts'

const text = /\.(js|css|html|svg|json|txt|webmanifest)$/
const worthwhileBytes = 1024
const prerendered = new RegExp(`^(${prerenderedPages.join('|')})\\.\\w+(\\.\\w+)?\\.html$`)

function compress(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) compress(path)
    else if (text.test(name) && !prerendered.test(name) && statSync(path).size >= worthwhileBytes) {
      const content = readFileSync(path)
      writeFileSync(`${path}.br`, brotliCompressSync(content))
      writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
    }
  }
}

compress(process.argv[2] ?? 'dist-web')
