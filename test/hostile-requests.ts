import { formMetaHeader, paths } from '#contract/api.ts'
import { quizPaths } from '#contract/quiz/pages.ts'
import { fieldNames } from '#contract/people/waitlist.ts'
import { recordFor, resultFor } from './quiz-taker.ts'

/** What goes over the wire; `cut` hangs up in the midst of it, so that no answer comes. */
export type Sent = { bytes: string | Buffer; cut?: boolean }
export type Random = () => number

/**
 * Somebody who has joined: the one address of all these that may be mailed, and has been. `forge`
 * are networks of honest visitors.
 */
export type Targets = { known: string; forge: readonly string[] }

/**
 * One request that must neither be accepted nor get anybody mailed, from some network. Each of them
 * is another one.
 */
export const hostileRequest = (random: Random, targets: Targets): Sent =>
  pick(random, kinds)(random, targets)

/**
 * Somebody who joins: by call, by form or with a quiz result, in turn, from a network of their own.
 */
export function honestRequest(email: string, from: string, turn: number): Sent {
  const call = (path: string, body: object) =>
    post(path, json, JSON.stringify(body), from, { 'Sec-Fetch-Site': 'same-origin' })
  if (turn % 3 === 0) return call(paths.signUpApi, { email, firstName: email.split('@')[0] })
  if (turn % 3 === 1)
    return post(
      paths.join,
      form,
      new URLSearchParams({ [fieldNames.email]: email }).toString(),
      from,
      { 'Sec-Fetch-Site': 'same-origin' },
    )
  return call(paths.quizResults, recordFor(email))
}

const json = 'application/json'
const form = 'application/x-www-form-urlencoded'
const doors = [
  (email: string) => [paths.signUpApi, json, JSON.stringify({ email, firstName: email })],
  (email: string) => [
    paths.join,
    form,
    new URLSearchParams({ [fieldNames.email]: email }).toString(),
  ],
  (email: string) => [paths.quizResults, json, JSON.stringify(recordFor(email))],
  (email: string) => [
    quizPaths.save,
    form,
    new URLSearchParams({ ...resultFor('stress').answers, [fieldNames.email]: email }).toString(),
  ],
] as const satisfies ((email: string) => readonly [string, string, string])[]

/**
 * Outside of the grammar, each in its own way; `a` is a word and `b` a host, so that no two are the
 * same.
 */
const badAddresses: readonly ((a: string, b: string) => string)[] = [
  (a, b) => `${a}@${b}\r\nBcc: victim@x.test`,
  (a, b) => `${a}@${b}\nTo: victim@x.test`,
  (a, b) => `${a}@${b}%0d%0aBcc:victim@x.test`,
  (a, b) => `${a}@${b},victim@x.test`,
  (a, b) => `${a}@${b};victim@x.test`,
  (a, b) => `<${a}@${b}> x`,
  (a, b) => `"${a}"@${b}`,
  (a, b) => `${a} <victim@x.test> @${b}`,
  (a, b) => `${a}(victim@x.test)@${b}`,
  (a, b) => `${a}@@${b}`,
  (a, b) => `${a}@${b}@x.test`,
  (_, b) => `@${b}`,
  (a) => `${a}@`,
  (a) => a,
  (a) => `${a}@localhost`,
  (a) => `${a}@[127.0.0.1]`,
  (a) => `${a}@127.0.0.1`,
  (a, b) => `.${a}@${b}`,
  (a, b) => `${a}.@${b}`,
  (a, b) => `${a}..x@${b}`,
  (a, b) => `${a}@-${b}`,
  (a, b) => `${a}@${b}.-`,
  (a, b) => `${a}@x..${b}`,
  (a, b) => `${a}@${b}_`,
  (a, b) => `\u0430${a}@${b}`,
  (a, b) => `${a}@\uff45x.${b}`,
  (a, b) => `${a}\u202ex@${b}`,
  (a, b) => `${a}\uff20${b}`,
  (a, b) => `${a}\u200b@${b}`,
  (a, b) => `${a}\0@${b}`,
  (a, b) => `\u212a${a}@${b}`,
  (a, b) => `${a}@${b}\u3002test`,
  (a, b) => `${a.padEnd(65, 'x')}@${b}`,
  (a, b) => `${a}@${`${a}.`.repeat(40)}${b}`,
  (a, b) => `${a}@${'x'.repeat(64)}.${b}`,
  (a, b) => `${a}\ud83d\ude00@${b}`,
  (a, b) => `${a}@${b}\\`,
  (a, b) => `javascript:${a}@${b}`,
  (a, b) => `${a}' or 1=1 --@${b}`,
  (a, b) => `<script>${a}</script>@${b}`,
]

const kinds: readonly ((random: Random, targets: Targets) => Sent)[] = [
  // The input is no address: most of a flood.
  ...Array.from({ length: 10 }, () => badAddress),
  // An address that could be mailed, in what no door takes.
  (random) => spoilt(random, (email) => ({ email, firstName: 'x', isAdmin: true })),
  (random) => spoilt(random, (email) => ({ email })),
  (random) => spoilt(random, (email) => ({ email: [email], firstName: 'x' })),
  (random) => spoilt(random, (email) => ({ email: { $ne: email }, firstName: 'x' })),
  (random) => spoilt(random, (email) => [{ email, firstName: 'x' }]),
  (random) => spoilt(random, (email) => ({ email, firstName: 7 })),
  (random) =>
    call(random, `{"email":"${stranger(random)}","firstName":"x","__proto__":{"isAdmin":true}}`),
  (random) => call(random, `{"email":"${stranger(random)}","email":"nobody","firstName":"x"}`),
  (random) => call(random, `{"email":"${stranger(random)}","firstName":"x"`),
  (random) => call(random, `{"email":${'['.repeat(int(random, 4_000))}`),
  (random) => call(random, '{"a":'.repeat(int(random, 1_500))),
  (random) => call(random, `{"email":1e400,"firstName":"${word(random)}"}`),
  (random) =>
    call(random, String.fromCodePoint(...Array.from({ length: 40 }, () => int(random, 0xd000)))),
  (random) =>
    call(
      random,
      JSON.stringify({
        email: stranger(random),
        firstName: 'x'.repeat(9_000 + int(random, 30_000)),
      }),
    ),
  (random) => save(random, { performance_type: word(random) }),
  (random) => save(random, { scores: { focus: int(random, 99) } }),
  (random) => save(random, { id: word(random) }),
  (random) => save(random, { [word(random)]: 1 }),
  (random) => save(random, {}, { Prefer: 'resolution=merge-duplicates' }),
  (random) =>
    post(
      paths.quizResults,
      json,
      JSON.stringify([recordFor(stranger(random)), recordFor(stranger(random))]),
      network(random),
    ),
  (random) =>
    atDoor(random, {
      type: pick(random, [
        'text/plain',
        'application/xml',
        'multipart/form-data; boundary=x',
        'image/svg+xml',
        'application/csp-report',
      ]),
    }),
  (random) =>
    post(
      paths.join,
      form,
      `email=${stranger(random)}&email=nobody&${word(random)}=%`,
      network(random),
    ),
  (random) =>
    post(paths.join, form, `${'x=&'.repeat(int(random, 2_000))}email=%00`, network(random)),
  // A right sign-up, sent by a page of another site, or by what fills every field.
  (random) => atDoor(random, { headers: { 'Sec-Fetch-Site': 'cross-site' } }),
  (random) => atDoor(random, { headers: { Origin: `https://${host(random)}` } }),
  (random) => atDoor(random, { headers: { Origin: 'null' } }),
  (random) =>
    post(
      paths.signUpApi,
      json,
      JSON.stringify({ email: stranger(random), firstName: 'x' }),
      network(random),
      { [formMetaHeader]: `trap=${word(random)}` },
    ),
  (random) =>
    post(
      paths.join,
      form,
      `email=${stranger(random)}&${fieldNames.trap}=${word(random)}`,
      network(random),
    ),
  // Somebody who has joined, again and again: from a few networks, from many, and in the name of
  // honest ones.
  (random, { known }) => knock(random, known, `10.66.0.${int(random, 64)}`),
  (random, { known }) => knock(random, known.toUpperCase(), network(random)),
  (random, { known, forge }) =>
    knock(random, ` ${known}`, `${pick(random, forge)}, 10.66.0.${int(random, 64)}`),
  // No door, or no HTTP.
  (random) => ({
    bytes: `${pick(random, ['PUT', 'PATCH', 'DELETE', 'GET'])} ${paths.quizResults}?id=eq.${word(random)} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n`,
  }),
  (random) => ({
    bytes: `GET ${pick(random, [paths.confirm, paths.me, '/', `${paths.join}?to=`])}${word(random).repeat(1 + int(random, 400))} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  }),
  (random) => ({
    bytes: `POST ${paths.join} HTTP/1.1\r\nHost: localhost\r\nX-${word(random)}: ${'x'.repeat(17_000)}\r\n\r\n`,
  }),
  (random) => ({
    bytes: `POST ${paths.join} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nPOST /${word(random)}`,
  }),
  (random) => ({
    bytes: `POST ${paths.join} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${word(random)}\r\n\r\n`,
  }),
  (random) => ({ bytes: `${word(random)}\0${word(random)}\r\n\r\n` }),
  (random) => ({
    ...atDoor(random, {}),
    bytes: `POST ${paths.signUpApi} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${json}\r\nContent-Length: 400\r\n\r\n{"email":"${stranger(random)}"`,
    cut: true,
  }),
]

function badAddress(random: Random): Sent {
  const [path, type, body] = pick(
    random,
    doors,
  )(pick(random, badAddresses)(word(random), host(random)))
  return post(path, type, body, network(random), forgedToken(random))
}

function atDoor(
  random: Random,
  { type, headers = {} }: { type?: string; headers?: Record<string, string> },
): Sent {
  const [path, rightType, body] = pick(random, doors)(stranger(random))
  return post(path, type ?? rightType, body, network(random), headers)
}

function knock(random: Random, email: string, from: string): Sent {
  const [path, type, body] = pick(random, doors)(email)
  return post(path, type, body, from, forgedToken(random))
}

const call = (random: Random, body: string): Sent =>
  post(paths.signUpApi, json, body, network(random))
const spoilt = (random: Random, spoil: (email: string) => unknown): Sent =>
  call(random, JSON.stringify(spoil(stranger(random))))
const save = (random: Random, change: object, headers: Record<string, string> = {}): Sent =>
  post(
    paths.quizResults,
    json,
    JSON.stringify({ ...recordFor(stranger(random)), ...change }),
    network(random),
    headers,
  )

function post(
  path: string,
  type: string,
  body: string,
  from: string,
  headers: Record<string, string> = {},
): Sent {
  const lines = Object.entries({
    Host: 'localhost',
    'Content-Type': type,
    'X-Forwarded-For': from,
    'Content-Length': Buffer.byteLength(body),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return { bytes: `POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}` }
}

/** As of a form that has stood for a while, but for its signature. */
const forgedToken = (random: Random) => ({
  [formMetaHeader]: `token=${pick(random, ['p', 'f'])}${word(random)}.${word(random)}`,
})

const int = (random: Random, below: number): number => Math.floor(random() * below)
const pick = <One>(random: Random, list: readonly One[]): One => list[int(random, list.length)]!
const word = (random: Random): string => `x${int(random, 2 ** 32).toString(36)}`
const host = (random: Random): string => `${word(random)}.example`
/** A right address of somebody who has nothing to do with it. */
const stranger = (random: Random): string => `${word(random)}@${host(random)}`
const network = (random: Random): string =>
  random() < 0.5
    ? `10.66.${int(random, 256)}.${int(random, 256)}`
    : `2001:db8:${int(random, 65_536).toString(16)}:${int(random, 65_536).toString(16)}::1`
