/** Writes `.br` and `.gz` beside every text file of the web build; the server sends them as they are. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const text = /\.(js|css|html|svg|json|txt|webmanifest)$/
const worthwhileBytes = 1024

function compress(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) compress(path)
    else if (text.test(name) && statSync(path).size >= worthwhileBytes) {
      const content = readFileSync(path)
      writeFileSync(`${path}.br`, brotliCompressSync(content))
      writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
    }
  }
}

compress(process.argv[2] ?? 'dist-web')
