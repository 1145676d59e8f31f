import { grouped } from '#contract/figures.ts'
import type { Db } from '#server/db/open.ts'
import { exportChunks, exportFormats } from '#server/people/export.ts'
import { lastPersonId, type PeopleFilter } from '#server/people/filter.ts'
import type { ScreenHandler } from './guard.ts'
import { filterOf, readPeopleQuery, queryText } from '#server/people/people-query.ts'
import type { DashboardDeps } from './dashboard-deps.ts'
import { exportChunkSize, sendExport } from './stream-export.ts'

/** DASH-4: the filtered people as CSV, oldest first. */
export const exportScreen =
  (deps: DashboardDeps): ScreenHandler =>
  async (request, reply, who) => {
    const { store, screens, campaign } = deps
    const query = readPeopleQuery(request.body)
    if (query === null) return screens.show(request, reply, who, { screen: 'not-found' })
    const until = await lastPersonId(store.db)
    return sendExport(reply, deps, {
      act: {
        operator: who.session.operator,
        action: 'export',
        details: { filter: queryText(query) },
      },
      name: 'people',
      format: 'csv',
      chunks: csv(store.db, filterOf(query, campaign.timeZone, until)),
      describe: (people) => `${grouped(people)} ${people === 1 ? 'person' : 'people'}`,
    })
  }

async function* csv(db: Db, filter: PeopleFilter) {
  yield { text: exportFormats.csv.head, rows: 0 }
  const chunkSize = exportChunkSize
  for await (const { text, people } of exportChunks(db, { filter, format: 'csv', chunkSize }))
    yield { text, rows: people }
}
