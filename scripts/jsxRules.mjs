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

const textCall = /^(t|text|money|message|format\w*|\w+Text)$/
const textName = /(text|label|name|title|hint|note|amount|price|odds|count|player)$/i

/** Whether an expression of a view is a text; what only the types know is not seen. */
function isText(node) {
  switch (node.type) {
    case 'TemplateLiteral':
      return true
    case 'CallExpression':
      return textCall.test(node.callee.name ?? node.callee.property?.name ?? '')
    case 'Identifier':
      return textName.test(node.name)
    case 'MemberExpression':
      return textName.test(node.property.name ?? '')
    case 'ConditionalExpression':
      return isText(node.consequent) || isText(node.alternate)
    case 'LogicalExpression':
      return isText(node.right) || (node.operator !== '&&' && isText(node.left))
    case 'BinaryExpression':
      return '+-*/'.includes(node.operator)
    default:
      return false
  }
}

const isBlank = (child) =>
  (child.type === 'JSXText' && child.value.trim() === '') || child.expression?.type === 'JSXEmptyExpression'

/**
 * A translator of web pages puts elements of its own in place of texts. React goes on changing and removing the text that it
 * knows, which shows old amounts or fails; an element around the text is still there.
 */
const textStandsAlone = {
  create: (context) => {
    const check = ({ children }) => {
      const shown = children.filter((child) => !isBlank(child))
      if (shown.length < 2) return
      for (const { type, expression } of shown)
        if (type === 'JSXExpressionContainer' && isText(expression))
          context.report({
            node: expression,
            message: 'A text beside other content has an element of its own, for pages that are translated.',
          })
    }
    return { JSXElement: check, JSXFragment: check }
  },
}

export default {
  meta: { name: 'palpite' },
  rules: { 'no-literals': noLiterals, 'text-stands-alone': textStandsAlone },
}
