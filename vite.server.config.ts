import { cp } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { defineConfig, type Plugin } from 'vite'
import { brand } from './scripts/brand/brand.ts'
import { missingPackages, unbundledPackages } from './scripts/serverPackages.ts'

/** db/migrate.ts reads the SQL beside itself: beside the bundle there must be the same files. */
function copySql(): Plugin {
  const server = resolve(import.meta.dirname, 'src/server')
  return {
    name: 'copy-sql',
    async writeBundle({ dir }) {
      if (!dir) throw new Error('no output folder')
      await cp(join(server, 'db/migrations'), join(dir, 'migrations'), { recursive: true })
      await cp(join(server, 'db/distributed'), join(dir, 'migrations/distributed'), { recursive: true })
      for (const path of [
        'ledger/ledger.sql',
        'games/instant/instantBets.sql',
        'db/partitions.sql',
        'db/rights.sql',
      ])
        await cp(join(server, path), join(dir, 'migrations', basename(path)))
      await cp(join(server, 'sandbox/migrations'), join(dir, 'migrations/sandbox'), { recursive: true })
      await cp(
        join(server, 'providers/payment/sandbox/migrations'),
        join(dir, 'migrations/sandbox_provider'),
        {
          recursive: true,
        },
      )
    },
  }
}

/**
 * The server as a Node program, `dist-server/server.js`, `npm run doctor`, `npm run staff`, `npm run reconcile`, `npm run reseal`,
 * what migrates, and the thread for CPU-heavy tasks. Packages are bundled, so that a start need not find and read their thousand files.
 */
export default defineConfig({
  plugins: [brand(), copySql()],
  ssr: { noExternal: true, external: [...unbundledPackages, ...missingPackages] },
  build: {
    ssr: true,
    rolldownOptions: {
      // Beside the programs: db/migrate.ts reads the SQL beside itself.
      output: { chunkFileNames: '[name].js' },
      input: {
        server: resolve(import.meta.dirname, 'src/server/server.ts'),
        doctor: resolve(import.meta.dirname, 'src/server/doctor/doctor.ts'),
        staff: resolve(import.meta.dirname, 'src/server/office/command/staff.ts'),
        reconcile: resolve(import.meta.dirname, 'src/server/jobs/reconcile.ts'),
        reseal: resolve(import.meta.dirname, 'src/server/jobs/reseal.ts'),
        migrate: resolve(import.meta.dirname, 'src/server/jobs/migrate.ts'),
        cpuTasks: resolve(import.meta.dirname, 'src/server/domain/cpuTasks.ts'),
      },
    },
    outDir: resolve(import.meta.dirname, 'dist-server'),
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    sourcemap: true,
  },
})
