import { randomInt } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { meDownload } from '#contract/people/personal-data.ts'
import { devicePaths } from '#contract/api.ts'
import { startApp } from '#test/app.ts'
import { confirmed } from '#test/in-line.ts'
import { recordMeasurement } from '#test/measurements.ts'
import { saveByCall } from '#test/quiz-taker.ts'
import { joinByCall } from '#test/visitor.ts'
import { createLinkTokens } from '#server/signup/links.ts'

const people = Number(process.env['ERASURE_RACES'] ?? 8)
const app = await startApp({ engine: 'postgres' })
afterAll(() => app.close())
const store = await app.store()

/** On the list, or off it again, with the links of a mail. */
async function person(name: string, hasLeft: boolean) {
  const email = `${name}@example.com`
  const [personId] = await confirmed(store, [name], Date.now())
  const [confirm, leave, me] = await store.transact((trx) =>
    createLinkTokens(
      trx,
      (['confirm', 'unsubscribe', 'me'] as const).map((purpose) => ({
        purpose,
        personId: personId!,
      })),
      Date.now(),
    ),
  )
  const links = { confirm: `/confirm/${confirm}`, leave: `/unsubscribe/${leave}`, me: `/me/${me}` }
  const cookie = String((await post(`${links.me}/remember`)).headers['set-cookie']).split(';')[0]!
  if (hasLeft) await post(links.leave)
  return { email, cookie, ...links }
}
type Person = Awaited<ReturnType<typeof person>>

const post = (url: string, headers: Record<string, string> = {}) =>
  app.server().app.inject({
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
      ...headers,
    },
  })
const get = (url: string) => app.server().app.inject({ url })
const erase = ({ me }: Person) => post(`${me}/erase`)
const statusOf = async (asked: Promise<{ statusCode: number } | Response>) => {
  const answer = await asked
  return 'statusCode' in answer ? answer.statusCode : answer.status
}

const acts: [string, (one: Person) => Promise<{ statusCode: number } | Response>][] = [
  ['consent', ({ me }) => post(`${me}/consent`)],
  ['open on a device', ({ cookie }) => post(devicePaths.open, { cookie })],
  ['confirm', ({ confirm }) => post(confirm)],
  ['leave', ({ leave }) => post(leave)],
  ['stop the mails about friends', ({ leave }) => post(`${leave}/friends`)],
  ['turn them on', ({ me }) => post(`${me}/news`)],
  ['a new link', ({ me }) => post(`${me}/new-link`)],
  ['a first name', ({ me }) => post(`${me}/name`)],
  ['the own page', ({ me }) => get(me)],
  ['the download', ({ me }) => get(`${me}/${meDownload}`)],
  ['sign up', ({ email }) => joinByCall(app.url, email)],
  ['save a quiz result', ({ email }) => saveByCall(app.url, email)],
]

test.each(acts)(
  'a person who asks for "%s" while they are erased is answered, and nothing fails',
  async (name, act) => {
    const asked = await Promise.all(
      Array.from({ length: people }, (_, n) =>
        person(`${name.replaceAll(' ', '-')}${n}`, n % 2 === 1 && name !== 'open on a device'),
      ),
    )
    const answers = await Promise.all(
      asked.flatMap((one) =>
        [act, act, erase, act, act].map(async (does) => {
          for (let turns = randomInt(4); turns > 0; turns--)
            await new Promise((done) => setImmediate(done))
          return statusOf(does(one))
        }),
      ),
    )
    // 503: a machine that stands still for a moment says nothing of the race.
    const expected = [200, 201, 303, 404, 429, 503]
    expect(answers.filter((status) => !expected.includes(status))).toEqual([])
    expect(app.log.filter((line) => /"level":"fatal"|_fkey/.test(line))).toEqual([])
    recordMeasurement(`${name}: ${answers.filter((status) => status === 404).length} x 404`)
  },
  120_000,
)
