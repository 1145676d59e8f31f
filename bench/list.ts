import type { Series } from './report.ts'
import { clicks } from './clicks.ts'
import { dashboard } from './dashboard.ts'
import { grow } from './grow.ts'
import { hostile } from './hostile.ts'
import { join } from './join.ts'
import { letters } from './letters.ts'
import { line } from './line.ts'
import { live } from './live.ts'
import { mail } from './mail.ts'
import { many } from './many.ts'
import { page } from './page.ts'
import { pageAlive } from './page-alive.ts'
import { quiz } from './quiz.ts'
import { refused } from './refused.ts'
import { reportsRead } from './report-speed.ts'
import { reports } from './reports.ts'
import { quizClick } from './quiz-click.ts'
import { screens } from './screens.ts'
import { size } from './size.ts'
import { transfer } from './transfer.ts'

/**
 * `measures` and `bounds` are what docs/performance.md says of it; one with a page of its own has
 * that page's name there.
 */
export type Bench = Runs & { measures: string } & ({ bounds: string } | { ownPage: string })

/** `takes`: the argument without which it cannot run, as help names it. */
type Runs =
  | { run: () => Promise<Series[] | void>; takes?: undefined }
  | { run: (argument: string) => Promise<Series[] | void>; takes: string }

/** Every bench by the name that `npm run bench -- NAME` knows it by. */
export const benches: Record<string, Bench> = {
  page: {
    run: page,
    measures:
      "The server's CPU for a page, against a bare node:http server that sends the same bytes and headers; rounds in turn, medians.",
    bounds:
      'Both use one core. The difference to node:http alone is Fastify, the security headers and the metrics.',
  },
  join: {
    run: join,
    measures:
      'Sign-ups that are on the disk, each with budgets, person, consent and mail, against the same server with one commit for each sign-up (both also with commits that take 2 ms longer), and against a server that stores nothing.',
    bounds:
      'One core of the server. All sign-ups of a turn of the event loop share a commit, so the disk is not the limit.',
  },
  grow: {
    run: grow,
    measures:
      "The server's CPU for a sign-up, a confirmation, a quiz save and a claimed mail, at none, 100,000 and 1,000,000 people, rounds in turn, medians; on Postgres that of its own processes too.",
    bounds:
      'Every query goes by an index, so a larger store costs the deeper tree and the pages that are not in memory.',
  },
  dashboard: {
    run: dashboard,
    measures:
      "CPU of reading the figures of the dashboard's overview, for each range, at 1,000 and 1,000,000 people, rounds in turn, medians; on Postgres with that of its own processes.",
    bounds:
      'The rows of hours, days and sources that a range has, which do not depend on the number of people.',
  },
  line: {
    run: line,
    measures:
      'CPU of a place in line with its account at 10,000 and 1,000,000 people, and of confirmations with and without the line, rounds in turn, medians; on Postgres that of its own processes too. Confirmations a second, each with its own commit and the page that answers.',
    bounds:
      'Some hundred rows of counts and people near the place, however long the line is. A confirmation adds five statements, and has a commit of its own: a million people who confirm within two days are six a second.',
  },
  screens: {
    run: screens,
    measures:
      'CPU of the server for a screen of the dashboard at 1,000,000 people, over HTTP; on Postgres with that of its own processes.',
    bounds: 'Composite indexes and bounded counts; rendering the HTML is most of it.',
  },
  transfer: {
    run: transfer,
    measures:
      "How long visitors who join over 16 connections wait beside an export of 1,000,000 people and an import of 100 MB in the dashboard; rounds in turn, medians. The server's peak of memory.",
    bounds:
      'The export rests five times as long as it reads. The import rests as long as it writes, since a list of a million people should not take an hour.',
  },
  quiz: {
    run: quiz,
    measures:
      'Saves of quiz results against sign-ups, in turn, and the query for steps that are due among a million people.',
    bounds:
      'The commit: each save has one of its own, as sign-ups do not. It stores two more rows than a sign-up, and a longer text.',
  },
  size: {
    run: size,
    measures:
      'The time from the start of the process until it takes sign-ups, and its peak of memory after 20,000 pages and 60 s of sign-ups without a pause.',
    bounds:
      'Most of the start is loading modules. 60 MB of the memory are pages of the Node binary, which other processes of it share.',
  },
  'page-alive': {
    run: pageAlive,
    measures:
      'The time of script, style and layout in a second of the page at rest, with all timers running, on a processor four times slower.',
    bounds: 'Each tick renders its own text and nothing else.',
  },
  'quiz-click': {
    run: quizClick,
    measures:
      'The time from the click on the invitation to the first question, on a processor four times slower.',
    bounds: 'The first render of the dialog; its code is loaded before the click.',
  },
  clicks: {
    run: clicks,
    measures:
      'Interaction to Next Paint of a sign-up, of the answers of the quiz, and of minimizing and closing a bar, on a processor four times slower.',
    bounds: 'React renders only the part that changes.',
  },
  mail: {
    run: mail,
    measures:
      'A queue of 20,000 first mails of as many people, from the first that begins to the last that is recorded as sent: each is claimed, rendered, sent over SMTP to a server in another process, and recorded. Every person got exactly one.',
    bounds:
      "One core of the server: the SMTP client composes and encodes each mail, the rest is the store's. The mails of a turn of the event loop share a commit.",
  },
  'report-speed': {
    run: reportsRead,
    measures:
      'Delivery reports of five formats in a mailbox of a real IMAP server on the same machine: read, parsed, matched, applied in a transaction each, and moved to a folder.',
    bounds: 'One transaction for each report, and the reading of one mail after the other.',
  },
  reports: {
    run: reports,
    takes: 'FOLDER',
    measures:
      "How reports that came back are classified (BACK-4): the collection `sisimai/set-of-emails` against the verdicts in the tests of `sisimai/p5-sisimai`, of which neither is part of this project. `npm run bench -- reports FOLDER` wants clones of both in FOLDER: `git clone https://github.com/sisimai/set-of-emails` and `git clone https://github.com/sisimai/p5-sisimai`. The verdict on a mail's first recipient counts. Doubtful are `filtered` and `suspend`, which servers also say of unknown users; complaints, automatic replies and deliveries are no refusals. Each report is read as if it had been sent to the address of a mail of ours.",
    bounds:
      'Reports in forms that a person forwards or subscribes to, and answers that do not say whether the mailbox exists, are left for a person or are no hard bounce: to suppress a living address is worse.',
  },
  letters: {
    run: letters,
    measures:
      "A letter to 1,000,000 people on SQLite: how long it takes to begin, the server's peak of memory, and how long visitors who join over 16 connections wait meanwhile; rounds, medians.",
    bounds:
      'The people are counted in small steps when send is pressed; their mails enter the outbox as they leave.',
  },
  live: {
    run: live,
    measures:
      "The server's CPU and memory for 5,000 open streams of live figures while one person joins each second, against the same without a listener.",
    bounds: 'One write to each socket; the message is formatted once for all of them.',
  },
  many: {
    run: many,
    measures:
      'Sign-ups at one, two and three server processes on one Postgres on the same machine, in turn, medians. Another process sends the load.',
    bounds:
      'The cores of this machine, which the processes share. Servers on machines of their own would not share them.',
  },
  hostile: {
    run: hostile,
    measures:
      'How long visitors who join wait beside 20,000 hostile addresses and bodies, which are sent to both endpoints at half of the rate that the server can answer; three servers in turn.',
    bounds: 'One core of the server, which the attack keeps half busy.',
  },
  refused: {
    run: refused,
    measures:
      'How long visitors who join over 16 connections wait beside 16 connections whose plain forms are refused, because the address is invalid or the network is over its budget; rounds in turn, medians.',
    bounds:
      'One core of the server: a refused form costs about as much as a sign-up, so the two share it.',
  },
  lighthouse: {
    run: async () => (await import('./lighthouse.ts')).lighthouseScores(),
    measures: "Lighthouse's mobile scores of the built page, median of ten.",
    ownPage: 'lighthouse.md',
  },
}
