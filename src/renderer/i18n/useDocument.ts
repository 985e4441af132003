import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { languages, toLanguageCode } from '#contract/languages.ts'
import { ruleFigures } from './ruleFigures.ts'
import { withFigures, type Section } from './sections.ts'

export type DocumentName = 'terms' | 'support'

/** Longer texts are not in the dictionaries: each is loaded when it is opened, in the current language. */
const files = import.meta.glob<Section[]>('./documents/*/*.json', { import: 'default' })

/**
 * The sections of a document: undefined while loading, null when loading failed. English where a language has
 * none.
 */
export function useDocument(name: DocumentName): Section[] | null | undefined {
  const { language } = useTranslation().i18n
  const [shown, setShown] = useState<{ language: string; sections: Section[] | null }>()
  useEffect(() => {
    let isStale = false
    const load = files[`./documents/${language}/${name}.json`] ?? files[`./documents/en_US/${name}.json`]
    const show = (sections: Section[] | null) => {
      if (!isStale) setShown({ language, sections })
    }
    const figures = ruleFigures(languages[toLanguageCode(language)])
    load?.().then(
      (sections) => show(withFigures(sections, figures)),
      (error: unknown) => {
        console.error(`document not loaded: ${name}`, error)
        show(null)
      },
    )
    return () => {
      isStale = true
    }
  }, [language, name])
  return shown?.language === language ? shown.sections : undefined
}
