#!/usr/bin/env bash
# openapi-backend 5.21.2 finds an operation without an operationId, and then refuses to validate a request of it.
#
# OpenAPI makes operationId optional, and the Central Bank of Brazil's description of its Pix interface has none at all.
# With such a document `init()` succeeds, `matchOperation()` returns the operation, and `validateRequest()` throws
# "Unknown operation" for a request that fits. With ids added, the same request is valid.
set -euo pipefail
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund openapi-backend@5.21.2
cat >try.cjs <<'JS'
const { OpenAPIBackend } = require('openapi-backend')

const describe = (extra) => ({
  openapi: '3.0.0',
  info: { title: 'charges', version: '1.0.0' },
  paths: {
    '/cob/{txid}': {
      get: {
        ...extra,
        parameters: [{ name: 'txid', in: 'path', required: true, schema: { type: 'string' } }],
        responses: { 200: { description: 'a charge' } },
      },
    },
  },
})

async function validate(definition) {
  const api = await new OpenAPIBackend({ definition }).init()
  const request = { method: 'GET', path: '/cob/abc', headers: {} }
  const operation = api.matchOperation(request)
  console.log('found:', operation?.path)
  try {
    console.log('valid:', api.validateRequest(request, operation).valid)
  } catch (error) {
    console.log('throws:', error.message)
  }
}

validate(describe({})).then(() => validate(describe({ operationId: 'readCharge' })))
JS
seen="$(node try.cjs)"
expected="found: /cob/{txid}
throws: Unknown operation
found: /cob/{txid}
valid: true"
echo "$seen"
[ "$seen" = "$expected" ] || { echo "changed: expected"; echo "$expected"; exit 1; }
