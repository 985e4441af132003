import { HtmlValidate, type ConfigData } from 'html-validate'

/**
 * The rules of HTML's structure: what may be in what, which attributes and values there are, ids that are there once. Style and
 * accessibility are for others (oxlint, axe).
 */
const config: ConfigData = {
  root: true,
  // ALTCHA's bot check is a custom element.
  elements: ['html5', { 'altcha-widget': { flow: true, phrasing: true } }],
  rules: {
    'attribute-allowed-values': 'error',
    'attribute-misuse': 'error',
    'close-order': 'error',
    deprecated: 'error',
    'element-permitted-content': 'error',
    'element-permitted-occurrences': 'error',
    'element-permitted-order': 'error',
    'element-permitted-parent': 'error',
    'element-required-ancestor': 'error',
    'element-required-attributes': 'error',
    'element-required-content': 'error',
    'element-required-children': 'off',
    'map-id-name': 'error',
    'no-abstract-role': 'error',
    'no-deprecated-attr': 'error',
    'no-dup-attr': 'error',
    'no-dup-id': 'error',
    'no-unknown-elements': 'error',
    'script-type': 'off',
    'void-content': 'error',
  },
}

const validator = new HtmlValidate(config)

/** What is wrong with the structure of a document: one line for each mistake, with its place. */
export async function structureFindings(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results.flatMap(({ messages }) =>
    messages.map(
      ({ ruleId, message, selector, line }) => `${ruleId}: ${message} (${selector ?? `line ${line}`})`,
    ),
  )
}
