import type { Texts } from '../texts.ts'

/** Shown when the page is opened directly, outside the product's frame. */
export function StandalonePage({ texts }: { texts: Texts }) {
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
