/** The page of QA's controls (contract/sandbox.ts), which the server of a sandbox serves at /sandbox. */
import './sandbox.css'
import { createRoot } from 'react-dom/client'
import { languages } from '#contract/languages.ts'
import { SandboxApi } from './SandboxApi.ts'
import { languageOf, textsOf } from './texts.ts'
import { SandboxPage } from './view/SandboxPage.tsx'

const container = document.getElementById('root')
if (!container) throw new Error('no #root in index.html')
const language = languageOf(navigator.languages)
document.documentElement.lang = languages[language].locale
createRoot(container).render(
  <SandboxPage api={new SandboxApi(language)} texts={textsOf(language)} language={languages[language]} />,
)
