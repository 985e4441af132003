/** Lint rules (.oxlintrc.json) that keep the libraries as they are published: nothing of theirs is rewritten or forced. */

const hooks = new Set(['transform', 'load', 'renderChunk', 'generateBundle'])
const ofPackages = /node_modules|\bcjs\b|\.mjs\b|\.production\b/

const nameOf = (key) => (key?.type === 'Identifier' ? key.name : key?.value)

/** A hook that writes into the code of a finished file, the packages in it included. */
const writesCode = /\.code\s*=(?!=)/

/**
 * A plugin of the build gets every module by `transform` and `load`, and every finished file by `renderChunk` and
 * `generateBundle`, which may also add files.
 */
const noRewrittenPackages = {
  create: (context) => ({
    ObjectExpression(node) {
      const names = node.properties.map(({ key }) => nameOf(key))
      if (!names.includes('name')) return
      for (const property of node.properties) {
        const name = nameOf(property.key)
        if (!hooks.has(name)) continue
        const text = context.sourceCode.getText(property)
        const isRewriting = name === 'generateBundle' ? writesCode.test(text) : ofPackages.test(text)
        if (name === 'renderChunk' || isRewriting)
          context.report({ node: property, message: 'The build changes no code of a package.' })
      }
    },
  }),
}

const isPrivate = (name) => typeof name === 'string' && /^_[a-z]|[a-z]_$/i.test(name)
const isOwn = ({ type }) => type === 'ThisExpression' || type === 'Super'

const noPrivateMembers = {
  create: (context) => {
    const report = (node) =>
      context.report({
        node,
        message: 'A private member: use what the library documents. Ours are #private.',
      })
    return {
      MemberExpression({ object, property, computed }) {
        if (computed && property.type !== 'Literal') return
        if (isPrivate(nameOf(property)) && !isOwn(object)) report(property)
      },
      ObjectPattern({ properties }) {
        for (const { key, computed } of properties)
          if (key && !computed && isPrivate(nameOf(key))) report(key)
      },
      CallExpression({ callee, arguments: [, key] }) {
        if (nameOf(callee.object) === 'Reflect' && key?.type === 'Literal' && isPrivate(key.value))
          report(key)
      },
    }
  },
}

const noDoubleCast = {
  create: (context) => ({
    TSAsExpression({ expression }) {
      const inner = expression.type === 'ParenthesizedExpression' ? expression.expression : expression
      if (inner.type === 'TSAsExpression' && inner.typeAnnotation.type === 'TSUnknownKeyword')
        context.report({
          node: inner,
          message: 'A cast by way of unknown hides what a library does not promise.',
        })
    },
  }),
}

export default {
  meta: { name: 'libraries' },
  rules: {
    'no-rewritten-packages': noRewrittenPackages,
    'no-private-members': noPrivateMembers,
    'no-double-cast': noDoubleCast,
  },
}
