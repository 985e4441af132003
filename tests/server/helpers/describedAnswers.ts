import { sandboxAnswers } from '#contract/sandbox.schema.ts'
import { sandboxPath, type SandboxCall } from '#contract/sandbox.ts'

/** Fixed paths first: `GET chats` is not `GET chats/:username` with an empty name. */
const patterns = (Object.keys(sandboxAnswers) as SandboxCall[]).map((name) => ({
  name,
  pattern: new RegExp(`^${name.replace(' ', ` ${sandboxPath}/api/`).replace(/:\w+/g, '[^/?]+')}(\\?|$)`),
}))

/** Throws if QA's call has answered something else than its description says (contract/sandbox.schema.ts). */
export function checkDescribed(method: string, url: string, data: unknown): void {
  const call = patterns.find(({ pattern }) => pattern.test(`${method} ${url}`))
  if (!call) return
  const { error } = sandboxAnswers[call.name].safeParse(data)
  if (error) throw new Error(`${call.name} answers something else than its description: ${error.message}`)
}
