import type { RenderMail } from '#contract/render.ts'
import type { SequenceCopy } from '#contract/sequence.ts'
import { StoreUnavailable, type Store } from '#server/db/open.ts'
import { closedBreaker, lanesOpen, tripped } from './breaker.ts'
import { carry, type CarryDeps } from './attempt-all.ts'
import { claimMails, leaseMs, type ClaimedMail } from './claim.ts'
import { keepAll } from './keep.ts'
import type { QueueNews } from './outcome.ts'
import { openOutlet, type OutletConfig } from './outlet.ts'
import { freeLeases, hasEnded, recoverEnded } from './recover.ts'
import { stopping } from './send-end.ts'
import { openSettling } from './record.ts'
import { connections, type Timeouts } from './transport.ts'

export type MailWorkerDeps = Pick<CarryDeps, 'log' | 'metrics' | 'stepArrived'> & {
  store: Store
  secretKey: string
  sequence: SequenceCopy | null
  config: OutletConfig & { mailFrom: string; mailsPerHour: number; limits: 'on' | 'off' }
  renderMail: RenderMail
  now: () => number
  random: () => number
  timeouts?: Timeouts
}

const closedPollMs = 1_000
const stopGraceMs = 5_000

/** What the worker does, without its timers: tests hold the clock. */
export function openMailWorker(deps: MailWorkerDeps) {
  const { store, secretKey, log, config, now } = deps
  const outlet = openOutlet(config, deps.timeouts)
  const terms = {
    secretKey,
    paced: outlet.kind === 'server',
    mailsPerHour: config.limits === 'off' ? Infinity : config.mailsPerHour,
    host: new URL(config.publicUrl).hostname,
    sequence: deps.sequence,
  }
  const settling = openSettling(store, now)
  const onTheirWay = new Map<ClaimedMail, { abort: AbortController; done: Promise<void> }>()
  let breaker = closedBreaker
  let closedUntil = 0
  let filling: Promise<boolean> | null = null
  let nudged = false
  let stopped = false
  /** said once, until the store is back */
  let waiting = false

  /** One look at the queue; true where there may be more to do soon. Never throws. */
  async function pass(): Promise<boolean> {
    if (stopped) return false
    return (
      (await whereStored(async () => {
        if (await hasEnded(store, now())) await recover()
        return (filling ??= fill().finally(() => {
          filling = null
        }))
      })) ?? true
    )
  }

  async function recover() {
    await renew()
    const ended = await recoverEnded(store, now())
    if (ended.again + ended.uncertain > 0)
      log.warn(ended, 'mails of which nobody knows whether they arrived')
  }

  async function fill(): Promise<boolean> {
    if (outlet.kind === 'kept') return !stopped && (await keepAll(store, now())) > 0
    for (let found = false; ; found = true) {
      nudged = false
      const most = lanesOpen(breaker, connections, now()) - onTheirWay.size
      if (stopped || most <= 0 || isClosed()) return found || onTheirWay.size > 0
      const claim = await claimMails(store, { ...terms, most }, now())
      if (claim.closedUntil !== null)
        closedUntil = Math.min(claim.closedUntil, now() + closedPollMs)
      for (const mail of claim.mails) send(mail, outlet)
      if (claim.looked === 0 && !nudged) return found || onTheirWay.size > 0
    }
  }

  /** Where the clock has gone back since, that moment is further away than it is ever set to. */
  const isClosed = () => now() < closedUntil && closedUntil - now() <= closedPollMs

  function send(mail: ClaimedMail, to: CarryDeps['outlet']) {
    const abort = new AbortController()
    const triedAt = now()
    const bring = async () => {
      const news = await carry(
        { ...deps, ...config, outlet: to, settle: settling.add, stopped: () => stopped },
        mail,
        abort,
      )
      onTheirWay.delete(mail)
      hear(news, triedAt)
      setImmediate(nudge)
    }
    onTheirWay.set(mail, { abort, done: bring() })
  }

  function hear(news: QueueNews, triedAt: number) {
    if (news === 'nothing') return
    breaker = news === 'away' ? tripped(breaker, triedAt, now()) : closedBreaker
    if (news !== 'away') closedUntil = 0
  }

  function nudge() {
    nudged = true
    if (!filling && !stopped) void pass()
  }

  async function renew() {
    const owners = [...onTheirWay.keys()].map(({ owner }) => owner)
    if (owners.length === 0) return
    await whereStored(() =>
      store.transact((trx) =>
        trx
          .updateTable('outbox')
          .set({ lease_until: now() + leaseMs })
          .where('state', '=', 'sending')
          .where('lease_owner', 'in', owners)
          .execute(),
      ),
    )
  }

  async function whereStored<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      const done = await work()
      waiting = false
      return done
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) log.warn({ err: error }, 'mail failed')
      else if (!waiting) log.warn({ reason: error.message }, 'mail waits for the store')
      waiting = error instanceof StoreUnavailable
      return undefined
    }
  }

  const arrived = () => Promise.all([...onTheirWay.values()].map(({ done }) => done))

  return {
    pass,
    nudge,
    renew,
    begin: () =>
      whereStored(async () => {
        if (store.engine === 'sqlite') await freeLeases(store)
      }),
    /** Everything that can leave now has left, or failed, when it resolves. */
    async turn() {
      // A look that began before this call may have missed a mail that is queued by now.
      await filling?.catch(() => undefined)
      await pass()
      while (onTheirWay.size > 0) {
        await arrived()
        await pass()
      }
    },
    async stop() {
      stopped = true
      await filling?.catch(() => undefined)
      const grace = setTimeout(() => {
        for (const { abort } of onTheirWay.values()) abort.abort(stopping)
      }, stopGraceMs)
      await arrived()
      clearTimeout(grace)
      await settling.idle()
      if (outlet.kind === 'server') outlet.transport.close()
    },
  }
}
