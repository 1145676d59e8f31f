import { resolve } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { campaign } from '#campaign'
import type { Mail, MailOf } from '#contract/mails/mails.ts'
import type { OperatorMail } from '#contract/mails/operator-mails.ts'
import type { RenderedMail } from '#contract/render.ts'
import type { ClaimedMail } from '#server/delivery/leases.ts'
import type { LineOfMail } from '#server/delivery/line-mail.ts'
import { mailOf } from '#server/delivery/message.ts'
import { startApp } from '#test/app.ts'
import { drawLink } from '#test/draw-link.ts'
import { engines, testSecret } from '#test/fresh-store.ts'
import { confirmed } from '#test/in-line.ts'
import { everyMail } from '#test/every-mail.ts'
import { weAreLive } from '#test/letters.ts'
import { kindOf, linksOfEveryKind, pathOf, screensOfAlerts } from '#test/mailed-links.ts'
import { builtBundles } from './bundles.ts'

const now = Date.parse('2026-11-29T11:04:00Z')
const env = { SECRET_KEY: testSecret, OPERATORS: 'anna@example.com' }
const behind = ['.', ')', '>', '=', ',', '%3D', '%22', '%0D', '%E2%80%8B', '&amp;utm=1']
const before = ['=', '%3D', '3D', '%3D3D']

describe.each(engines)('a mailed link on %s', async (engine) => {
  const app = await startApp({ engine, env, now: () => now })
  afterAll(() => app.close())
  const links = await linksOfEveryKind(app, now)
  const seen = async (path: string) => {
    const answer = await fetch(app.url + path, { redirect: 'manual' })
    const title = /<title>(.*?)<\/title>/s.exec(await answer.text())?.[1]
    return { status: answer.status, location: answer.headers.get('location'), title }
  }

  test('of every kind that any mail has is among those that are tried here', async () => {
    expect([...(await kindsInMails())].toSorted()).toEqual([...links.keys()].toSorted())
  })

  test.each([...links])('%s works, and with characters too many as without', async (_, link) => {
    const whole = await seen(pathOf(link))
    expect(whole.status).toBeLessThan(400)
    for (const text of behind)
      expect([text, await seen(pathOf(link) + text)]).toEqual([text, whole])
    for (const text of link.secret ? before : [])
      expect([text, await seen(pathOf({ ...link, secret: text + link.secret }))]).toEqual([
        text,
        whole,
      ])
  })

  test('leads to its own page, and with another character in its secret to nobody’s', async () => {
    for (const [kind, link] of [...links].filter(([, { secret }]) => secret.length > 7)) {
      const other = link.secret.endsWith('A') ? 'B' : 'A'
      for (const secret of [link.secret.slice(0, -1) + other, `${link.secret}${other}`]) {
        const { status } = await seen(pathOf({ ...link, secret }))
        expect([kind, status]).toEqual([kind, 404])
      }
    }
  })

  test.each<[front: string, end: string]>([
    ['', ''],
    ...behind.map((text): [string, string] => ['', text]),
    ...before.map((text): [string, string] => [text, '']),
  ])(
    'leaves the list by one press of a mail program, with %j before and %j behind the token (RFC 8058)',
    async (front, end) => {
      const { store } = app.server()
      const name = `leaver${behind.indexOf(end)}.${before.indexOf(front)}`
      const [id] = await confirmed(store, [name], now)
      const token = await drawLink(store.db, 'unsubscribe', id!, now)
      const answer = await fetch(`${app.url}/unsubscribe/${front}${token}${end}`, {
        method: 'POST',
        body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
      })
      const person = await store.db
        .selectFrom('people')
        .select('state')
        .where('id', '=', id!)
        .executeTakeFirstOrThrow()
      expect([answer.status, person.state]).toEqual([200, 'unsubscribed'])
    },
  )
})

/** The mail with the links that the worker gives it. */
function withLinks(mail: Mail, origin: string): Mail {
  // Which of these a mail has depends on its template.
  type Told = Pick<MailOf<'sequence'>, 'quizType' | 'step'> &
    Pick<MailOf<'reward'>, 'standing' | 'friends'> &
    Pick<MailOf<'turn'>, 'spot'>
  const { quizType, step, standing, friends, spot } = mail as Partial<Told>
  const tokens = { confirm: 'T0ken', unsubscribe: 'T0ken', me: 'T0ken' }
  const { template, email } = mail
  const claimed = { template, email, tokens, data: { quizType, step, result: '0190b2c4' } }
  const line = { standing, rewards: [friends ?? 0], spot }
  return mailOf(claimed as ClaimedMail, origin, line as LineOfMail)
}

/** Links of the mails of the campaign, of letters and of those to operators. */
async function kindsInMails(): Promise<Set<string>> {
  const origin = 'https://fuel.example'
  const built = await builtBundles(resolve(import.meta.dirname, '../../../dist/fuel'))
  const { renderLetter, renderMail, renderOperatorMail } = await built.mails()
  const token = 'T0ken'
  const operatorMails: { [T in OperatorMail['template']]: OperatorMail } = {
    'sign-in': { template: 'sign-in', url: `${origin}/dashboard/sign-in/${token}` },
    'once-confirm': {
      template: 'once-confirm',
      url: `${origin}/tell-once/${token}`,
      email: 'cleo@example.com',
    },
    once: { template: 'once', url: `${origin}/`, email: 'cleo@example.com' },
    alert: {
      template: 'alert',
      url: `${origin}/dashboard`,
      notices: screensOfAlerts.map((path) => ({ title: path, text: path, sinceMs: now, path })),
    },
  }
  const mails: RenderedMail[] = await Promise.all([
    ...everyMail(campaign).map(({ mail }) => renderMail(withLinks(mail, origin))),
    ...Object.values(operatorMails).map((mail) => renderOperatorMail(mail)),
    renderLetter(weAreLive, {
      email: 'sanne@example.com',
      unsubscribeUrl: `${origin}/unsubscribe/${token}`,
      meUrl: `${origin}/me/${token}`,
    }),
  ])
  const urls = mails.flatMap(({ html, text }) => [
    ...[...html.matchAll(/href="(https?:[^"]*)"/g)].map(([, url = '']) => url),
    ...(text.match(/https?:[^\s<>]+/g) ?? []),
  ])
  return new Set(urls.filter((url) => url.startsWith(origin)).map(kindOf))
}
