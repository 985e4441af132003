import { Failed } from '../ui/States.tsx'

/** The server did not say who is logged in: nothing else can be shown. */
export function StartFailed({ error }: { error: unknown }) {
  return (
    <main>
      <Failed error={error} onRetry={() => window.location.reload()} />
    </main>
  )
}
