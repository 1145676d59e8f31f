import { grouped } from '#contract/figures.ts'
import { nameOfStep } from '#contract/line-rewards.ts'
import { ledgerChunks, ledgerFormats } from '#server/line/ledger.ts'
import type { ScreenHandler } from './guard.ts'
import type { DashboardDeps } from './dashboard-deps.ts'
import { exportChunkSize, sendExport } from './stream-export.ts'

/** LINE-6: the whole ledger as a file, by person. */
export const exportRewards =
  (deps: DashboardDeps): ScreenHandler =>
  async (request, reply, who) => {
    const { format: asked } = (request.body ?? {}) as { format?: unknown }
    const format = ledgerFormats.find((known) => known === asked)
    if (!format) return deps.screens.show(request, reply, who, { screen: 'not-found' })
    return sendExport(reply, deps, {
      act: { operator: who.session.operator, action: 'export-rewards', details: { format } },
      name: 'rewards',
      format,
      chunks: ledgerChunks(deps.store.db, {
        format,
        chunkSize: exportChunkSize,
        nameOf: (step) => nameOfStep(deps.campaign, step),
      }),
      describe: (rows) => `${grouped(rows)} ${rows === 1 ? 'reward' : 'rewards'}`,
    })
  }
