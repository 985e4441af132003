import { writeFileSync } from 'node:fs'
import { test as base } from '@playwright/test'
import { Sandbox, type SandboxUser } from '../../scripts/Sandbox.ts'
import type { EngineOptions, ServerOptions } from '../e2e/hostOptions.ts'
import type { Engine } from './Engine.ts'
import { Firefox } from './Firefox.ts'
import { Visitor } from './Visitor.ts'
import { WebKitGtk } from './WebKitGtk.ts'

export { expect } from '@playwright/test'

interface Fixtures {
  /** A browser of its own: nothing is left of another test. */
  engine: Engine
  visitor: Visitor
  sandbox: Sandbox
  /** Creates a player, and logs the visitor in as that player at /home. */
  login: (fields?: Partial<SandboxUser>) => Promise<SandboxUser>
}

export const test = base.extend<Fixtures & Pick<ServerOptions, 'serverUrl'>, EngineOptions>({
  engineName: ['webkit', { option: true, scope: 'worker' }],
  officeUrl: ['', { option: true, scope: 'worker' }],
  serverUrl: ['', { option: true }],

  engine: async ({ engineName }, use, testInfo) => {
    const engine = await (engineName === 'webkit' ? WebKitGtk : Firefox).start()
    try {
      await use(engine)
      if (testInfo.status === testInfo.expectedStatus) return
      const path = testInfo.outputPath('failed.png')
      writeFileSync(path, await engine.screenshot())
      testInfo.attachments.push({ name: `failed at ${await engine.url()}`, path, contentType: 'image/png' })
    } finally {
      await engine.close()
    }
  },

  visitor: async ({ engine, serverUrl }, use) => use(new Visitor(engine, serverUrl)),

  sandbox: async ({ serverUrl }, use) => use(new Sandbox(serverUrl)),

  login: async ({ visitor, sandbox, engine }, use) =>
    use(async (fields) => {
      const user = await sandbox.createUser(fields)
      const token = await sandbox.newSession(user.username)
      await visitor.open('/icon.svg')
      await engine.run('localStorage.setItem("token", arguments[0])', token)
      await visitor.open('/home')
      await visitor.reads('status', 'Saldo', 'R$')
      return user
    }),
})
