import type { Texts } from '../texts.ts'

/** What the page shows when it is opened by itself, outside of the product. */
export function AlonePage({ texts }: { texts: Texts }) {
  return (
    <div className="alone">
      <h1>{texts.title}</h1>
      <p>{texts.alone}</p>
      <a href="/" className="solid">
        {texts.home}
      </a>
    </div>
  )
}
