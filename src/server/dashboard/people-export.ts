import { randomUUIDv7 } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { grouped } from '#contract/figures.ts'
import { zoneClock } from '#server/counts/zone-clock.ts'
import { exportChunks, exportFormats } from '#server/people/export.ts'
import { lastPersonId, type PeopleFilter } from '#server/people/filter.ts'
import { insertAct, writeOutcome } from './action-log.ts'
import type { ScreenHandler } from './guard.ts'
import { fieldsText } from './people-many.ts'
import { filterOf, readPeopleQuery } from './people-query.ts'
import type { DashboardDeps } from './routes.ts'

/** Small reads, each followed by a longer rest, so that sign-ups hardly wait. */
const chunkSize = 100
const restPerWork = 5

/** DASH-4: the filtered people as CSV, oldest first, streamed as fast as the browser reads it. */
export const exportScreen =
  (deps: DashboardDeps): ScreenHandler =>
  async (request, reply, who) => {
    const { store, screens, campaign, now } = deps
    const query = readPeopleQuery(request.body)
    if (query === null) return screens.show(request, reply, who, { screen: 'not-found' })
    const until = await lastPersonId(store.db)
    const id = randomUUIDv7()
    const details = { filter: fieldsText(query) }
    const act = { operator: who.session.operator, action: 'export', details } as const
    await store.transact((trx) => insertAct(trx, id, act, now()))
    const file = `people-${zoneClock(campaign.timeZone).dayOf(now())}.csv`
    return reply
      .headers({
        'cache-control': 'no-store',
        'content-disposition': `attachment; filename="${file}"`,
        'x-content-type-options': 'nosniff',
      })
      .type('text/csv; charset=utf-8')
      .send(
        Readable.from(csv(id, filterOf(query, campaign.timeZone, until), deps), {
          objectMode: false,
        }),
      )
  }

/** The log gets the number of people, also where the browser stopped reading. */
async function* csv(id: string, filter: PeopleFilter, { store, log }: DashboardDeps) {
  let people = 0
  let end = 'interrupted after '
  try {
    yield exportFormats.csv.head
    let began = performance.now()
    for await (const chunk of exportChunks(store.db, { filter, format: 'csv', chunkSize })) {
      const tookMs = performance.now() - began
      people += chunk.people
      yield chunk.text
      await sleep(tookMs * restPerWork)
      began = performance.now()
    }
    end = ''
  } finally {
    const outcome = `${end}${grouped(people)} ${people === 1 ? 'person' : 'people'}`
    await store
      .transact((trx) => writeOutcome(trx, id, outcome))
      .catch((error: unknown) => log.warn({ err: error }, 'the end of an export was not logged'))
  }
}
