/** Lint rules for components (.oxlintrc.json). */

const words = /\p{L}{2,}/u
const saidAttributes = new Set(['aria-label', 'title', 'placeholder', 'alt', 'label'])

const noLiterals = {
  create: (context) => {
    const report = (node) =>
      context.report({ node, message: 'No literal in a component: use a key of the dictionaries (t(...)).' })
    return {
      JSXText(node) {
        if (words.test(node.value)) report(node)
      },
      JSXAttribute({ name, value }) {
        if (saidAttributes.has(name.name) && value?.type === 'Literal' && words.test(value.value))
          report(value)
      },
    }
  },
}

export default {
  meta: { name: 'palpite' },
  rules: { 'no-literals': noLiterals },
}
