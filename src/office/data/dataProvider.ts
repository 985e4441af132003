import type { DataProvider, GetListParams, GetOneParams, RaRecord } from 'ra-core'
import { officeCalls } from '#contract/office/calls.ts'
import type { ListPage } from '#contract/office/list.ts'
import type { OfficeCall } from '#contract/office/officeCall.ts'
import type { OfficeClient } from './officeClient.ts'

/**
 * ra-core's reads on the office's calls: the resource `staff` is `staff.list` and `staff.get`. The office has no general
 * create, update or delete: what changes something is an action with a name, a reason and a permission of its own
 * (ui/actions), so those methods refuse.
 */
export function createDataProvider(client: OfficeClient): DataProvider {
  const refuse = (method: string) => () =>
    Promise.reject(new Error(`${method}: the office changes things by actions (ui/actions)`))
  return {
    async getList<Row extends RaRecord>(resource: string, params: GetListParams) {
      const { page = 1, perPage } = params.pagination ?? {}
      const query = {
        ...(params.filter as object),
        page,
        perPage,
        sort: params.sort?.field,
        order: params.sort?.order.toLowerCase(),
      }
      const call = callOf(resource, 'list')
      const answer = (await client.call(call, { query }, signalOf(params))) as ListPage<Row>
      return {
        data: answer.data,
        pageInfo: { hasNextPage: answer.hasNext, hasPreviousPage: page > 1 },
      }
    },
    async getOne<Row extends RaRecord>(resource: string, params: GetOneParams<Row>) {
      const request = { params: { id: String(params.id) } }
      return { data: (await client.call(callOf(resource, 'get'), request, signalOf(params))) as Row }
    },
    async getMany<Row extends RaRecord>(resource: string, { ids }: { ids: Row['id'][] }) {
      const call = callOf(resource, 'get')
      const rows = ids.map((id) => client.call(call, { params: { id: String(id) } }) as Promise<Row>)
      return { data: await Promise.all(rows) }
    },
    getManyReference: refuse('getManyReference'),
    create: refuse('create'),
    update: refuse('update'),
    updateMany: refuse('updateMany'),
    delete: refuse('delete'),
    deleteMany: refuse('deleteMany'),
    supportAbortSignal: true,
  }
}

/** The resource of a call: `audit` of `audit.list`. */
export function resourceOf(call: OfficeCall): string {
  return call.name.replace(/\.[^.]*$/, '')
}

function callOf(resource: string, verb: 'list' | 'get'): OfficeCall {
  const call = officeCalls.find(({ name }) => name === `${resource}.${verb}`)
  if (!call) throw new Error(`no call ${resource}.${verb} in contract/office/calls.ts`)
  return call
}

function signalOf({ signal }: { signal?: AbortSignal }) {
  return signal ? { signal } : {}
}
