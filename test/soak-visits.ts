import { once } from 'node:events'
import { connect } from 'node:net'
import { paths } from '#contract/api.ts'
import type { ReceivedMail } from './smtp.ts'
import { saveByCall, saveByForm, savedId, triggerByCall } from './quiz-taker.ts'
import { joinByCall, joinByForm, linkIn, sendCounts } from './visitor.ts'

/** `from` is the visitor's network. */
export type Visitor = { email: string; from: string }
export type SoakSite = { url: string; received: ReceivedMail[]; metricsToken: string }

const mailDeadlineMs = 60_000

/**
 * All that is done on a site in ordinary days, each by a visitor of its own. A visit throws where
 * an answer is not the expected one.
 */
export const visits: Record<string, (site: SoakSite, visitor: Visitor) => Promise<void>> = {
  async 'reads the page'({ url }, { from }) {
    const page = await got(200, await fetch(url, seenFrom(from, { 'accept-encoding': 'br' })))
    await got(200, await fetch(url, seenFrom(from, { 'accept-encoding': 'identity' })))
    for (const path of new Set(page.match(/\/assets\/[\w.-]+/g)))
      await got(200, await fetch(url + path, seenFrom(from, { 'accept-encoding': 'br' })))
    await got(200, await fetch(url + paths.privacy, seenFrom(from)))
    await got(204, await sendCounts(url, [{ event: 'section_view', label: 'hero', count: 1 }]))
  },

  async 'joins with script and confirms'(site, visitor) {
    await got(200, await fetch(site.url + paths.formToken, seenFrom(visitor.from)))
    await got(200, await joinByCall(site.url, visitor.email, seenFrom(visitor.from)))
    await confirm(site, visitor)
    await got(200, await joinByCall(site.url, visitor.email, seenFrom(visitor.from)))
  },

  async 'joins without script, confirms and leaves'(site, visitor) {
    const answer = await joinByForm(site.url, visitor.email, seenFrom(visitor.from))
    await got(303, answer)
    await got(200, await fetch(site.url + answer.headers.get('location')!, seenFrom(visitor.from)))
    const mail = await confirm(site, visitor)
    await got(
      200,
      await fetch(linkIn(mail, 'unsubscribe'), {
        method: 'POST',
        body: 'List-Unsubscribe=One-Click',
      }),
    )
  },

  async 'takes the quiz with script and looks at what is kept'(site, visitor) {
    const saved = await saveByCall(site.url, visitor.email, {
      ...seenFrom(visitor.from),
      key: crypto.randomUUID(),
    })
    if (saved.status !== 201) await got(201, saved)
    await got(
      200,
      await triggerByCall(
        site.url,
        visitor.email,
        await savedId(saved),
        {},
        seenFrom(visitor.from).headers,
      ),
    )
    const me = linkIn(await confirm(site, visitor), 'me')
    await got(200, await fetch(me, seenFrom(visitor.from)))
    await got(200, await fetch(`${me}/data.json`, seenFrom(visitor.from)))
  },

  async 'takes the quiz without script and is erased'(site, visitor) {
    await got(200, await fetch(`${site.url}/quiz/1`, seenFrom(visitor.from)))
    await got(
      303,
      await saveByForm(site.url, visitor.email, { ...seenFrom(visitor.from), type: 'energy' }),
    )
    const me = linkIn(await mailTo(site, visitor.email), 'me')
    await got(200, await fetch(`${me}/erase`, seenFrom(visitor.from)))
    await got(
      200,
      await fetch(`${me}/erase`, { method: 'POST', ...seenFrom(visitor.from, ownPage) }),
    )
  },

  async 'is wrong in many ways'({ url }, { from }) {
    await got(404, await fetch(`${url}/nowhere`, seenFrom(from)))
    await got(404, await fetch(`${url}/confirm/${'x'.repeat(43)}`, seenFrom(from)))
    await got(422, await joinByCall(url, 'nobody@@example.com', seenFrom(from)))
    await got(422, await joinByForm(url, 'nobody', seenFrom(from)))
    await got(400, await joinByCall(url, '', { ...seenFrom(from), body: '{' }))
    await got(
      403,
      await joinByCall(
        url,
        'nobody@example.com',
        seenFrom(from, { 'sec-fetch-site': 'cross-site' }),
      ),
    )
    await got(
      400,
      await saveByCall(url, '', { ...seenFrom(from), body: { email: 'nobody@example.com' } }),
    )
  },

  async 'never ends its request'({ url }, { from }) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {})
    socket
      .resume()
      .write(
        `POST /join HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${from}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\nemail=`,
      )
    await once(socket, 'close')
  },

  async 'is the operator'({ url, metricsToken }) {
    await got(200, await fetch(`${url}/readyz`))
    await got(
      200,
      await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } }),
    )
  },
}

const ownPage = { 'sec-fetch-site': 'same-origin' }
const seenFrom = (from: string, headers: Record<string, string> = {}) => ({
  headers: { 'x-forwarded-for': from, ...headers },
})

async function got(status: number, answer: Response): Promise<string> {
  const text = await answer.text()
  if (answer.status !== status)
    throw new Error(
      `${new URL(answer.url).pathname.replace(/[\w-]{40,}/, '…')}: ${answer.status} in place of ${status}: ${text.slice(0, 200)}`,
    )
  return text
}

/** Follows the link of the mail that has come, and presses its button; hands over the mail. */
async function confirm(site: SoakSite, { email, from }: Visitor): Promise<string> {
  const mail = await mailTo(site, email)
  const link = linkIn(mail, 'confirm')
  await got(200, await fetch(link, seenFrom(from)))
  await got(200, await fetch(link, { method: 'POST', ...seenFrom(from, ownPage) }))
  return mail
}

/** The text of the mail to this address, which is taken out of the mailbox. */
async function mailTo({ received }: SoakSite, email: string): Promise<string> {
  for (const deadline = Date.now() + mailDeadlineMs; Date.now() < deadline;) {
    const at = received.findIndex(({ to }) => to.includes(email))
    if (at >= 0)
      return received.splice(at, 1)[0]!.raw.replaceAll('=\r\n', '').replaceAll('=3D', '=')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`no mail came to ${email}`)
}
