import { expect } from 'vitest'
import { saveByCall } from './quiz-taker.ts'
import { joinByCall } from './visitor.ts'
import { recordMeasurement } from './measurements.ts'

/**
 * What docs/security.md says of a store that is away. Tests print what they saw, and fail at three
 * times as long.
 */
const promised = { answerMs: 2_000, recoveryMs: 5_000 }

/** Between two visits of one person: about as long as a visit takes. */
const pause = () => new Promise((done) => setTimeout(done, 20))

/** Visitors of the server at `url` while its store fails, and what they were told. */
export function visitorsOf(url: string) {
  const acknowledged: string[] = []
  let count = 0

  async function join() {
    const email = `visitor${count++}@example.com`
    const answer = await timed(joinByCall(url, email))
    if (answer.status === 200) acknowledged.push(email)
    return answer
  }

  /** Well again without a restart. */
  async function recovers() {
    const start = performance.now()
    while ((await join()).status !== 200) {
      if (performance.now() - start > 3 * promised.recoveryMs)
        throw new Error('it does not recover')
      await pause()
    }
    recordMeasurement(`recovered after ${(performance.now() - start).toFixed(0)} ms`)
  }

  /**
   * Sign-ups, a quiz result and `others` at once are answered 503 with Retry-After, the page is
   * served, a balancer is told.
   */
  async function areTurnedAway(why: string, others: () => Promise<Response>[] = () => []) {
    const page = fetch(url)
    const answers = await Promise.all([
      ...Array.from({ length: 12 }, join),
      timed(saveByCall(url, `quiz${count++}@example.com`)),
      ...others().map(timed),
    ])
    expect((await page).status).toBe(200)
    expect(answers.map(({ status, retryAfter }) => [status, retryAfter > 0])).toEqual(
      answers.map(() => [503, true]),
    )
    const slowest = Math.max(...answers.map(({ ms }) => ms))
    recordMeasurement(`${why}: 503 after ${slowest.toFixed(0)} ms`)
    expect(slowest).toBeLessThan(3 * promised.answerMs)
    expect((await fetch(`${url}/readyz`)).status).toBe(503)
  }

  /**
   * People who come one after another, four at a time, until `end`: each is answered 200 or 503, in
   * time, and the page is served to each.
   */
  function keepComing() {
    const ended = new AbortController()
    const come = async () => {
      while (!ended.signal.aborted) {
        const [{ status, ms }, page] = await Promise.all([join(), fetch(url)])
        expect([[200, 503].includes(status), page.status, ms < 3 * promised.answerMs]).toEqual([
          true,
          200,
          true,
        ])
        await pause()
      }
    }
    const all = Promise.all(Array.from({ length: 4 }, come))
    all.catch(() => undefined)
    return {
      async end() {
        ended.abort()
        await all
      },
    }
  }

  /** The acknowledged addresses that do not have exactly one mail. */
  function lost(mails: readonly Record<string, unknown>[]): string[] {
    const mailsTo = Map.groupBy(mails, ({ email }) => email)
    return acknowledged.filter((email) => mailsTo.get(email)?.length !== 1)
  }

  return { acknowledged, lost, join, recovers, areTurnedAway, keepComing }
}

async function timed(asked: Promise<Response>) {
  const start = performance.now()
  const answer = await asked
  await answer.arrayBuffer()
  return {
    status: answer.status,
    retryAfter: Number(answer.headers.get('retry-after')),
    ms: performance.now() - start,
  }
}
