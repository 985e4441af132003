export default {
  api: {
    input: 'api.json',
    output: { target: 'generated/orval.ts', client: 'fetch', baseUrl: { getBaseUrlFromSpecification: true } },
  },
}
