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

const textCall =
  /^(t|text|money|message|fill|percent|join|toLocale\w*String|toString|format\w*|\w+(Text|Name)|(text|name|label|title)Of)$/
const textName = /(text|label|name|title|hint|note|amount|price|odds|count|player|length)$/i
/** Dictionaries of the frames. */
const dictionaries = new Set(['texts', 'labels'])

/** `texts` of `texts.errors.stake`. */
function rootOf({ object }) {
  return object.type === 'MemberExpression' ? rootOf(object) : object.name
}

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
      return textName.test(node.property.name ?? '') || dictionaries.has(rootOf(node))
    case 'Literal':
      return typeof node.value === 'number' || (typeof node.value === 'string' && node.value.trim() !== '')
    case 'TSAsExpression':
      return isText(node.expression)
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

/** The name of the function that a statement returns from. */
function functionOf(node) {
  for (let at = node.parent; at; at = at.parent) {
    if (at.type === 'FunctionDeclaration') return at.id?.name ?? ''
    if (at.type === 'FunctionExpression' || at.type === 'ArrowFunctionExpression')
      return at.id?.name ?? at.parent.id?.name ?? ''
  }
  return ''
}

/**
 * A translator of web pages puts elements of its own in place of texts. React goes on changing and removing the text that it
 * knows, which shows old amounts or fails; an element around the text is still there. It knows every text but one that is all
 * that an element contains.
 */
const textStandsAlone = {
  create: (context) => {
    const message = 'A text beside other content has an element of its own, for pages that are translated.'
    const check = ({ type: parent, children }) => {
      const shown = children.filter((child) => !isBlank(child))
      if (shown.length < 2 && parent !== 'JSXFragment') return
      for (const child of shown) {
        const { type, expression } = child
        if (type === 'JSXText' || (type === 'JSXExpressionContainer' && isText(expression)))
          context.report({ node: expression ?? child, message })
      }
    }
    return {
      JSXElement: check,
      JSXFragment: check,
      ReturnStatement(node) {
        if (node.argument && isText(node.argument) && /^[A-Z]/.test(functionOf(node)))
          context.report({
            node,
            message: 'A component returns an element, not a bare text, for pages that are translated.',
          })
      },
    }
  },
}

export default {
  meta: { name: 'palpite' },
  rules: { 'no-literals': noLiterals, 'text-stands-alone': textStandsAlone },
}
