import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AskView } from '#contract/dashboard/ask.ts'
import { navigation } from '#contract/dashboard/navigation.ts'
import { perform, type Act, type ActDeps, type Sent } from '#server/acts/act.ts'
import type { Log } from '#server/config/log.ts'
import { seeOther } from '#server/http/answers.ts'
import type { AddRoute, ScreenHandler } from './guard.ts'
import type { DashboardDeps } from './deps.ts'
import type { SignedIn } from './sessions.ts'
import { sentIn, type Screens } from './show.ts'

type Request = [request: FastifyRequest, reply: FastifyReply, who: SignedIn]

/** How the screens of some acts differ. */
type ActScreens = {
  /** where what an act is about is gone; by default the screen of an unknown page */
  gone?: ScreenHandler
  /** ends the answer after the act, instead of the screen that the act leads to */
  answer?: (request: Request, path: string) => unknown
}

/** Acts that have not ended, by their ids in the log. */
export type RunningActs = { stopping: AbortSignal; ids: Map<string, Promise<unknown>> }

/** A server that stops waits so long for its acts: those in steps, or at rest, end at once. */
const endMs = 2_000

/** What the acts get on the dashboard. */
export function openActs<D extends DashboardDeps>(app: FastifyInstance, deps: D) {
  const stopping = new AbortController()
  const running: RunningActs = { stopping: stopping.signal, ids: new Map() }
  app.addHook('onClose', async () => {
    stopping.abort()
    const timeIsUp = sleep(endMs, undefined, { ref: false })
    await Promise.race([Promise.all(running.ids.values()), timeIsUp])
  })
  return {
    ...deps,
    running,
    sequence: deps.campaign.sequence,
    timeZone: deps.campaign.timeZone,
    terms: deps.campaign.launch,
    launchChanged: () => deps.launch.refresh(),
    time: {
      now: deps.now,
      rest: (ms: number) => sleep(ms, undefined, { signal: stopping.signal }),
    },
    progress: (line: string) => deps.log.info({}, line),
    note: () => {},
  }
}

type Deps = ActDeps & { screens: Screens; log: Log; running: RunningActs }

/** A longer act is answered before its end. */
const answerAfterMs = 3_000

/**
 * The page that asks before each act, and its POST. The POST checks what was sent, does the act and
 * leads to a screen that reports it (`?done=` with its id in the log).
 */
export function actRoutes<D extends Deps>(
  { screen, act: post }: { screen: AddRoute; act: AddRoute },
  deps: D,
  acts: readonly Act<D>[],
  how: ActScreens = {},
): void {
  for (const act of acts) {
    if (act.path === undefined) continue
    if (act.ask) screen(act.path, askFirst(act, deps, how), 'operator')
    post(act.path, press(act, deps, how), act.readers ? 'reader' : 'operator')
  }
}

const askFirst =
  <D extends Deps>(act: Act<D>, deps: D, how: ActScreens): ScreenHandler =>
  async (...on) => {
    const [request] = on
    const sent = sentIn(request)
    const found = await find(act, deps, sent, false)
    return found === null ? gone(on, deps, how) : ask(act, deps, { found, sent }, on)
  }

const press =
  <D extends Deps>(act: Act<D>, deps: D, how: ActScreens): ScreenHandler =>
  async (...on) => {
    const [request, reply, { session }] = on
    const sent = sentIn(request)
    const found = await find(act, deps, sent, true)
    if (found === null) return gone(on, deps, how)
    const read = readFields(act, deps, sent)
    if ('wrong' in read)
      return act.ask ? ask(act, deps, { found, sent, wrong: read.wrong }, on) : gone(on, deps, how)
    const { id, result } = await begin(act, deps, {
      subject: found,
      ...read,
      by: session.operator,
      session: session.id,
    })
    const refused = result !== undefined && act.ask && act.refused?.(result)
    if (refused) return ask(act, deps, { found, sent, wrong: { says: refused } }, on)
    const path =
      result === undefined && act.progress
        ? act.progress(id)
        : withDone(act.leadsTo?.(found, result) ?? navigation.overview.path, id)
    return how.answer ? how.answer(on, path) : seeOther(reply, path)
  }

const withDone = (path: string, id: string) => `${path}${path.includes('?') ? '&' : '?'}done=${id}`

/**
 * Does the act. One that takes longer goes on after the answer, without a result; the screen says
 * so until it has ended.
 */
async function begin<D extends Deps, Result>(
  act: Act<D, any, any, any, Result>,
  deps: D,
  acting: { subject: unknown; fields: unknown; by: string; session: string },
): Promise<{ id: string; result?: Result }> {
  const { stopping, ids } = deps.running
  let id = ''
  const ending = perform(act, deps, { ...acting, stopping }, (began) => {
    id = began
    ids.set(id, settled)
  })
  const settled = ending.then(
    () => ids.delete(id),
    () => ids.delete(id),
  )
  const waiting = new AbortController()
  const timeIsUp = sleep(answerAfterMs, undefined, { signal: waiting.signal })
  const ended = await Promise.race([ending, timeIsUp])
  waiting.abort()
  if (ended) return ended
  ending.catch((error: unknown) => {
    const action = act.name
    if (stopping.aborted)
      deps.log.warn({ action }, 'an act ended unfinished, because the server stops')
    else deps.log.error({ err: error, action }, 'an act did not come to its end')
  })
  return { id }
}

const find = async <D extends Deps>(act: Act<D>, deps: D, sent: Sent, isPressed: boolean) =>
  act.find ? act.find(deps, sent, isPressed) : undefined

type Wrong = NonNullable<AskView['wrong']>

function readFields<D extends Deps>(
  { fields }: Act<D>,
  deps: D,
  sent: Sent,
): { fields: unknown } | { wrong: Wrong } {
  if (!fields) return { fields: {} }
  const read = (typeof fields === 'function' ? fields(deps) : fields).safeParse(sent)
  if (read.success) return { fields: read.data }
  const { message, path } = read.error.issues[0]!
  return { wrong: { says: message, ...(path.length > 0 && { field: String(path[0]) }) } }
}

async function ask<D extends Deps>(
  act: Act<D>,
  deps: D,
  { found, sent, wrong }: { found: unknown; sent: Sent; wrong?: Wrong },
  [request, reply, who]: Request,
) {
  const question = await act.ask!(deps, found)
  return deps.screens.show(request, reply, who, {
    screen: 'ask',
    action: request.url.split('?')[0]!,
    question,
    typed: textsIn(sent),
    ...(wrong && { wrong }),
  })
}

const longestText = 320
const textsIn = (sent: Sent): Record<string, string> =>
  Object.fromEntries(
    Object.entries(sent).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value.slice(0, longestText)]] : [],
    ),
  )

const gone = (on: Request, { screens }: Deps, how: ActScreens) =>
  how.gone ? how.gone(...on) : screens.show(...on, { screen: 'not-found' })
