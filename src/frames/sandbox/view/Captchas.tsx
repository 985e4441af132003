import { useState } from 'react'
import type { SandboxCaptchaKind } from '#contract/sandbox.ts'
import { usePage } from './Page.ts'
import { OutcomeLine, Section, WatchedList } from './parts.tsx'
import { useAction } from './useAction.ts'
import { useWatched } from './useWatched.ts'

const kinds: readonly SandboxCaptchaKind[] = ['image', 'widget']

export function Captchas() {
  const { api, texts } = usePage()
  const { data, error } = useWatched('GET captchas')
  const { run, outcome } = useAction()
  return (
    <Section id="captchas" title={texts.sections.captchas}>
      <div className="row" role="group" aria-label={texts.captchas.kind}>
        {kinds.map((kind) => (
          <button
            key={kind}
            type="button"
            aria-pressed={data?.kind === kind}
            onClick={() =>
              run(async () => {
                await api.call('POST captcha', { body: { kind } })
                return texts.captchas.set
              })
            }
          >
            {texts.captchas[kind]}
          </button>
        ))}
      </div>
      <OutcomeLine outcome={outcome} />
      <WatchedList
        watched={{ data: data?.list, error }}
        empty={texts.captchas.none}
        label={texts.captchas.answers}
        keyOf={({ codeId }) => codeId}
      >
        {(captcha) => <CaptchaRow {...captcha} />}
      </WatchedList>
    </Section>
  )
}

/** The list has no answer to a widget: it is computed when somebody asks for it. */
function CaptchaRow({ codeId, answer }: { codeId: string; answer: string }) {
  const { api, texts } = usePage()
  const { run, outcome } = useAction()
  const [solved, setSolved] = useState<string>()
  const shown = answer || solved
  return (
    <>
      <p className="head">
        <span>{codeId}</span>
        {shown === undefined ? (
          <button
            type="button"
            aria-label={`${texts.captchas.solve}: ${codeId}`}
            onClick={() =>
              run(async () => {
                const found = await api.call('GET captcha/:codeId', { params: { codeId } })
                setSolved(found.answer)
                return texts.captchas.solved
              })
            }
          >
            {texts.captchas.solve}
          </button>
        ) : (
          <code>{shown}</code>
        )}
      </p>
      <OutcomeLine outcome={outcome} />
    </>
  )
}
