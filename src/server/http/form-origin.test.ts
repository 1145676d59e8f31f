import { expect, test } from 'vitest'
import { noOrigin } from '#contract/people/waitlist.ts'
import { formOrigin } from './forms.ts'

const publicUrl = 'https://fuel.example'
const page = `${publicUrl}/?utm_source=pod+cast&utm_medium=audio&utm_campaign=spring`
const ofPage = { source: 'pod cast', medium: 'audio', campaign: 'spring', referrer: '', via: '' }
const carried = { source: 'forum', referrer: 'news.example' }

test.each([
  ['the address of our page', {}, { referer: page }, ofPage],
  [
    'our page behind a proxy that changes Host',
    {},
    { referer: page, host: '127.0.0.1:3000' },
    ofPage,
  ],
  [
    'our page under the host that was asked',
    {},
    { referer: page.replace('fuel.example', '127.0.0.1:3000'), host: '127.0.0.1:3000' },
    ofPage,
  ],
  [
    'another site: its host, and none of its words',
    {},
    { referer: page.replace('fuel.example', 'news.example:81') },
    { ...noOrigin, referrer: 'news.example' },
  ],
  ['fields, before the address', carried, { referer: page }, { ...noOrigin, ...carried }],
  ['fields that are no texts', { source: ['forum'], referrer: {} }, {}, noOrigin],
  ['nothing', {}, {}, noOrigin],
  ['no address', {}, { referer: 'nowhere' }, noOrigin],
  ['Global Privacy Control', carried, { referer: page, 'sec-gpc': '1' }, noOrigin],
  [
    "a friend's link in the address, which is then the source",
    {},
    { referer: `${publicUrl}/?via=k7rm2xq.` },
    { ...noOrigin, source: 'friend', via: 'K7RM2XQ' },
  ],
  [
    "a friend's code in the fields, beside the address",
    { via: 'K7RM2XQ' },
    { referer: page },
    { ...ofPage, via: 'K7RM2XQ' },
  ],
  ['a text that is no code', { via: 'K7RM2X' }, { referer: `${publicUrl}/?via=K7RM2X0` }, noOrigin],
  [
    "Global Privacy Control with a friend's code, which is no tracking",
    { via: 'K7RM2XQ' },
    { referer: page, 'sec-gpc': '1' },
    { ...noOrigin, via: 'K7RM2XQ' },
  ],
  ['Do Not Track', carried, { referer: page, dnt: '1' }, noOrigin],
])('[DASH-9] [LINE-3] the origin of a plain form, from %s', (_, fields, headers, origin) => {
  expect(formOrigin(fields, headers, publicUrl)).toEqual(origin)
})
