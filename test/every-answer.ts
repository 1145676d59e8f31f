import { resolve } from 'node:path'
import type { CampaignData } from '#campaign/compose.ts'
import { paths } from '#contract/api.ts'
import { meActs } from '#contract/people/personal-data.ts'
import { figureModes } from '#contract/live/figures.ts'
import { inviteWave } from '#server/line/waves.ts'
import { buildWithCampaign } from '../e2e/variant.ts'
import { operatorCommands } from '../scripts/operator-commands.ts'
import { startApp, type TestApp } from './app.ts'
import { freshFolder, testSecret } from './fresh-store.ts'
import { addListed, sentLetter } from './letters.ts'
import { operatorCommandsInTurn } from './operator.ts'
import { dayMs, linePeople } from './line-people.ts'
import { signIn, type SignedIn } from './signed-in.ts'
import { joinByCall, linkIn } from './visitor.ts'

/** What people read, by where it stands: `GET /privacy`, `mail welcome`, `npm run people -- --help`. */
export type Answers = Map<string, string>

const token = 'x'.repeat(32)
const ownPage = { 'sec-fetch-site': 'same-origin' }
const sanne = 'sanne@example.com'
const anna = 'anna@example.com'

/**
 * Everything that a server of a campaign and its commands say: pages and mails in each mode of its
 * figures, screens, exports and metrics. `preload`: the module of test/ that puts the campaign into a
 * command.
 */
export async function everyAnswer(
  { campaign, words }: Pick<CampaignData, 'campaign' | 'words'>,
  preload: string,
): Promise<Answers> {
  const dist = await buildWithCampaign(campaign, ['page', 'mails', 'dashboard'], words)
  const said: Answers = new Map()
  for (const figures of figureModes) {
    const env = { SECRET_KEY: testSecret, DATA_DIR: freshFolder(), FIGURES: figures }
    const app = await startApp({ dist, env: { ...env, OPERATORS: anna, METRICS_TOKEN: token } })
    const add = (where: string, text: string) => void said.set(`${figures}: ${where}`, text)
    try {
      await visit(app, add)
      if (figures === 'live' && campaign.line) await fillLine(app)
      if (figures === 'live') await operate(app, add)
    } finally {
      await app.close()
    }
    if (figures === 'live')
      await command({ ...env, NODE_OPTIONS: `--import=${resolve('test', preload)}` }, add)
  }
  return said
}

type Add = (where: string, text: string) => void

const get = async (url: string, headers = {}) => {
  const answer = await fetch(url, { headers })
  if (!answer.headers.get('content-type')?.includes('event-stream')) return answer.text()
  const reader = answer.body!.getReader()
  const { value } = await reader.read()
  await reader.cancel()
  return new TextDecoder().decode(value)
}
const press = async (url: string) => (await fetch(url, { method: 'POST', headers: ownPage })).text()

/** A visitor joins, confirms, looks at every page that a mail links to, and leaves. */
async function visit(app: TestApp, add: Add) {
  const unknown = ['/nothing', '/confirm/x', '/me/x', '/unsubscribe/x']
  const open = [
    '/',
    '/?via=ABCDEFG',
    paths.privacy,
    paths.line,
    paths.join,
    paths.tellOnce,
    paths.live,
  ]
  for (const path of [...open, ...unknown]) add(`GET ${path}`, await get(app.url + path))
  add('the answer to a sign-up', await (await joinByCall(app.url, sanne)).text())
  const [confirm] = await app.mailsTo(sanne)
  const link = linkIn(confirm!.text, 'confirm')
  add('the own page, unconfirmed', await get(linkIn(confirm!.text, 'me')))
  add('confirm?', await get(link))
  add('confirmed', await press(link))
  add('confirmed already', await press(link))
  await app.mailsTo(sanne, 2)
  await joinByCall(app.url, sanne)
  const mails = await app.mailsTo(sanne, 3)
  for (const { subject, html, text } of mails) add(`mail ${subject}`, html + text)
  const me = linkIn(mails[1]!.text, 'me')
  add('the own page', await get(me))
  add('all that is kept', await get(`${me}/data.json`))
  for (const act of meActs) add(`the own page: ${act}`, await get(`${me}/${act}`))
  add('GET / with a reached goal', await get(app.url))
  const leaving = linkIn(mails[1]!.text, 'unsubscribe')
  add('leave?', await get(leaving))
  add('left', await press(leaving))
  add('the own page, left', await get(me))
}

/** A friend in doubt waits for a ruling, and the first in line is invited. */
async function fillLine(app: TestApp) {
  const store = await app.store()
  const people = await linePeople(store)
  const mila = await people.enters('mila@example.com')
  await people.enters('noor@mailinator.com', mila)
  const wave = { spots: 1, until: Date.now() + dayMs, quizType: null, by: 'shell' }
  await store.transact((trx) => inviteWave(trx, wave, testSecret, Date.now()))
}

/** An operator opens every screen that a chain of links leads to, exports people, and pauses and closes the list. */
async function operate(app: TestApp, add: Add) {
  const store = await app.store()
  await joinByCall(app.url, 'finn@example.com', { source: 'friday' })
  await addListed(store, [{ id: 'listed' }])
  await sentLetter(store, Date.now())
  const operator = await signIn(app, anna)
  for (const [path, html] of await crawl(operator)) add(`GET ${path}`, html)
  for (const format of ['csv', 'jsonl'])
    add(
      `export ${format}`,
      await (await operator.post('/dashboard/people/export', { format })).text(),
    )
  add('GET /metrics', await get(`${app.url}/metrics`, { authorization: `Bearer ${token}` }))
  for (const act of ['pause', 'close']) {
    add(`${act} the list`, await operator.act(`/dashboard/launch/${act}`))
    add(`GET / after ${act}`, await get(app.url))
  }
}

async function crawl(browser: SignedIn): Promise<Answers> {
  const screens: Answers = new Map()
  const waiting = ['/dashboard']
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (screens.has(path)) continue
    screens.set(path, await browser.html(path))
    for (const [, href] of screens.get(path)!.matchAll(/href="(\/dashboard[^"#]*)"/g))
      waiting.push(href!.replaceAll('&amp;', '&'))
  }
  return screens
}

async function command(env: Record<string, string>, add: Add) {
  const helps = Object.keys(operatorCommands).map((name) => [name, '--help'])
  const outputs = [
    ['people', 'counts'],
    ['people', 'stats'],
    ['people', 'show', sanne],
    ['people', 'erase', sanne],
    ['mail', 'status'],
    ['mail', 'plan'],
    ['letters', 'list'],
    ['launch', 'show'],
    ['launch', 'move-end', 'founding', '--to', '2030-01-01 09:00'],
    ['retention', 'status'],
    ['figures'],
    ['line', 'check'],
    ['line', 'ledger'],
    ['waves', 'list'],
  ]
  const all = [...helps, ...outputs]
  const said = await operatorCommandsInTurn(env, all)
  for (const [index, args] of all.entries())
    add(`npm run ${args.join(' ')}`, said[index]!.stdout + said[index]!.stderr)
}

const shownIn =
  /\s(?:alt|title|aria-label|aria-description|placeholder|value|content|href)="([^"]*)"/g
/** What a script of the page gets: JSON, of which its names are no words. */
const forScript = /="(\{[^"]*)"/g
const nameInJson = /&quot;\w+&quot;:/g

/** Texts of HTML, and what of its attributes people read. */
const spoken = (text: string) =>
  text
    .replace(/<(script|style)\b[^>]*>.*?<\/\1>/gs, ' ')
    .replace(/<(?=[a-z/!])[^>]*>/g, (tag) => ` ${inTag(tag)} `)
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')

const inTag = (tag: string): string =>
  [...tag.matchAll(shownIn), ...tag.replaceAll(nameInJson, ' ').matchAll(forScript)]
    .map(([, value]) => value)
    .join(' ')

/** Each place where one of these words stands, with what is around it. `other`: phrases in which they mean something else. */
export const tracesIn = (said: Answers, words: RegExp, other: RegExp): string[] =>
  [...said].flatMap(([where, text]) =>
    [
      ...spoken(text)
        .replaceAll(other, ' ')
        .matchAll(new RegExp(`.{0,60}${words.source}.{0,60}`, 'gi')),
    ].map(([found]) => `${where}: ${found}`),
  )
