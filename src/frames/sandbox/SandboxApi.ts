import type { Envelope } from '#contract/errors.ts'
import { sandboxRequest, type SandboxCall, type SandboxData, type SandboxInput } from '#contract/sandbox.ts'

/** Moving the clock runs all jobs that are due, and a reset empties the database. */
const timeoutMs = 60_000

/** A failed call. Without a `message` there was no response; `field` is the field that the server refused. */
export class SandboxError extends Error {
  readonly field: string | undefined

  constructor(message = '', field?: string) {
    super(message)
    this.field = field
  }
}

/** Makes QA's calls, and tells those who watch their results when one has changed something. */
export class SandboxApi {
  private readonly watchers = new Set<() => void>()

  /** `language` is the language code of the server's messages. */
  constructor(private readonly language: string) {}

  /** Throws SandboxError. */
  async call<Name extends SandboxCall>(name: Name, ...input: SandboxInput<Name>): Promise<SandboxData<Name>> {
    const { method, path, body } = sandboxRequest(name, ...input)
    const { ok, envelope } = await this.exchange(method, path, body)
    if (!ok || envelope.status !== 0) throw new SandboxError(envelope.message, fieldOf(envelope.data))
    if (method !== 'GET') for (const changed of this.watchers) changed()
    return envelope.data as SandboxData<Name>
  }

  /** `changed` is called after each call that may have changed something; returns the end of that. */
  watch(changed: () => void): () => void {
    this.watchers.add(changed)
    return () => this.watchers.delete(changed)
  }

  private async exchange(
    method: string,
    path: string,
    body: object | undefined,
  ): Promise<{ ok: boolean; envelope: Envelope<unknown> }> {
    try {
      const response = await fetch(path, {
        method,
        headers: { lang: this.language, ...(body ? { 'Content-Type': 'application/json' } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
        signal: AbortSignal.timeout(timeoutMs),
      })
      return { ok: response.ok, envelope: (await response.json()) as Envelope<unknown> }
    } catch (error) {
      console.warn('no response', path, error instanceof Error ? error.message : error)
      throw new SandboxError()
    }
  }
}

function fieldOf(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null || !('field' in data)) return undefined
  return typeof data.field === 'string' ? data.field : undefined
}
