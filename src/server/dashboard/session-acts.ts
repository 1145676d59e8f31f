import { z } from 'zod'
import { dashboardPaths, navigation } from '#contract/screens.ts'
import { act, type Act, type ActDeps } from '#server/acts/act.ts'
import { endSessions } from './sessions.ts'

const sessionAct = act<ActDeps>()

const outcome = (ended: number) => (ended === 0 ? 'it had ended already' : 'done')
const leadsTo = () => navigation.activity.path

/** DASH-2, DASH-7: what ends sessions. Who ends their own is signed out. */
export const sessionActs: readonly Act<ActDeps>[] = [
  sessionAct<undefined, undefined, unknown, number>({
    name: 'sign-out',
    said: 'Signed out',
    path: dashboardPaths.signOut,
    readers: true,
    run: ({ store }, { session }) => store.transact((trx) => endSessions(trx, { id: session! })),
    outcome,
  }),
  sessionAct<undefined, undefined, { session: string }, number>({
    name: 'end-session',
    said: 'Ended a session',
    path: dashboardPaths.endSession,
    fields: z.object({ session: z.string().max(64) }),
    run: ({ store }, { fields }) =>
      store.transact((trx) => endSessions(trx, { id: fields.session })),
    outcome,
    leadsTo,
  }),
  sessionAct<undefined, undefined, unknown, number>({
    name: 'end-all-sessions',
    said: 'Signed everybody out',
    path: dashboardPaths.endAllSessions,
    run: ({ store }) => store.transact((trx) => endSessions(trx, 'all')),
    outcome,
  }),
]
