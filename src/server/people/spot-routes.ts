import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { paths } from '#contract/api.ts'
import type { Language } from '#contract/campaign/languages.ts'
import { readSpotCode, spotCodeText } from '#contract/line/line.ts'
import type { ShownSpot } from '#contract/line/spot.ts'
import type { PageVisit } from '#contract/render.ts'
import type { SpotState } from '#contract/line/waves.ts'
import type { Db } from '#server/db/store.ts'
import { readRegistered } from '#server/counts/count.ts'
import { missedWaves, findSpot, useSpot, type FoundSpot, type SpotAct } from '#server/line/spots.ts'
import { spendOne, waitFor, type Budget, type Charges } from '#server/limits/budgets.ts'
import { networkCharges } from '#server/limits/client-network.ts'
import { isPartOfOtherSite } from '#server/signup/guard.ts'
import { withAddress, type LinkDeps } from '#server/signup/links.ts'
import { knownLanguage } from '#server/signup/shown-consent.ts'

/** Wrong codes of one network. People type one or two; a network of many has more (timesBudget). */
const wrongCodes: Budget = { atOnce: 10, everyMs: 60_000 }

/** LINE-8: a GET changes nothing, because mail scanners follow links. */
export const spotPage = (deps: LinkDeps) =>
  spotHandler(deps, (code) => findSpot(deps.store.db, code, deps.calendar()))

/** The two buttons of the page. A second press shows what the first one did. */
export const spotPost = (act: Exclude<SpotAct, 'report'>, deps: LinkDeps) =>
  spotHandler(deps, async (code) => {
    const used = await deps.store.transact((trx) => useSpot(trx, code, act, deps.calendar()))
    return used?.spot ?? null
  })

/** `language`: of the person whose spot it is. */
type Answer = { visit: PageVisit; language?: Language | null } | { waitMs: number }

/**
 * Every code that is nobody's gets the same 404 page. A well-formed one costs its network: whoever
 * guesses soon gets 429 for every code.
 */
function spotHandler(deps: LinkDeps, spotOf: (code: string) => Promise<FoundSpot | null>) {
  const { store, now, calendar } = deps

  async function answerTo(request: FastifyRequest, typed: string, action: string): Promise<Answer> {
    const code = readSpotCode(typed)
    if (code === null || isPartOfOtherSite(request.headers)) return { visit: unknown }
    const charges = chargesOf(deps, request)
    const waitMs = await waitFor(store.db, charges, now())
    if (waitMs > 0) return { waitMs }
    const spot = await spotOf(code)
    if (spot) {
      const visit = await shownSpot(store.db, spot, { code, action, now: calendar() })
      return { visit, language: spot.language }
    }
    const budget = await store.transact((trx) => spendOne(trx, charges, now()))
    return budget.retryAfterMs > 0 ? { waitMs: budget.retryAfterMs } : { visit: unknown }
  }

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { code } = ofCode.parse(request.params)
    const answer = await answerTo(request, code, paths.spot + encodeURIComponent(code))
    if ('visit' in answer)
      return deps.pages.show(request, reply, answer.visit, {
        always: answer.visit !== unknown,
        ...(answer.language && { language: knownLanguage(answer.language) }),
      })
    const afterS = Math.ceil(answer.waitMs / 1_000)
    return deps.pages.show(request, reply.header('retry-after', afterS), busy)
  }
}

const ofCode = z.object({ code: z.string() })

const unknown: PageVisit = { page: 'link-unknown' }
const busy: PageVisit = { page: 'spot-busy' }

const chargesOf = ({ secrets, limitsFor }: LinkDeps, request: FastifyRequest): Charges =>
  limitsFor(request) === 'off' ? [] : networkCharges(secrets[0], request.ip, 'spot', wrongCodes)

async function shownSpot(
  db: Db,
  spot: FoundSpot,
  { code, action, now }: { code: string; action: string; now: number },
): Promise<PageVisit> {
  const shown: ShownSpot = {
    code: spotCodeText(code),
    state: spot.state,
    wave: spot.number,
    place: spot.place,
    quizType: spot.quizType || null,
    until: spot.endsAt,
    isLast: spot.state === 'invited' && (await missedWaves(db, spot)) > 0,
    usedAt: spot.usedAt,
    registered: await readRegistered(db),
    now,
  }
  const visit: PageVisit = { page: 'spot', action, spot: shown }
  return spot.email !== null && isForPerson[spot.state] ? withAddress(visit, spot.email) : visit
}

/** Whether the page of a spot in this state speaks to its person about something that is theirs. */
const isForPerson: Record<SpotState, boolean> = {
  invited: true,
  came: true,
  passed: true,
  expired: false,
  left: false,
}
