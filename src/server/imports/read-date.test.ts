import { describe, expect, test } from 'vitest'
import { joinOrders, orderOf, readDate, type DateOrder } from './read-date.ts'

const iso = (text: string, order?: DateOrder) => {
  const read = readDate(text, order)
  return read && 'at' in read ? new Date(read.at).toISOString() : read
}

describe('a date of one day', () => {
  test.each([
    '2024-01-15',
    '2024-1-15',
    '2024/01/15',
    '2024.01.15',
    '20240115',
    '2024-01-15 00:00',
    '2024-01-15T00:00:00Z',
    '2024-01-15T00:00:00.000Z',
    '2024-01-15 00:00:00 UTC',
    '2024-01-15 00:00:00 +0000',
    '2024-01-15 00:00:00 +0000 UTC',
    '2024-01-15 01:00:00+01',
    '2024-01-15 01:00:00.000000+01',
    '2024-01-15 01:00:00+0100',
    '2024-01-15T01:00:00+01:00',
    '2024-01-14T18:30:00-05:30',
    '2024-01-15 01:00 CET',
    '2024-01-15 01:00:00 Europe/Amsterdam',
    '2024-01-15 00:00:00 GMT',
    '2024-01-15T00:00',
    '2024-01-15_00-00-00',
    '20240115T000000Z',
    '15.01.2024',
    '15.1.2024, 00:00',
    '15 Jan 2024',
    '15 January 2024',
    '15-Jan-2024',
    'January 15, 2024',
    'Jan 15 2024',
    'January 15th, 2024',
    'Jan 15, 2024 12:00 AM',
    'Jan 15, 2024, 12:00:00 AM',
    'Mon, 15 Jan 2024 01:00:00 +0100',
    'Mon, 15 Jan 2024 00:00:00 GMT',
    'Mon Jan 15 2024 01:00:00 GMT+0100 (Central European Standard Time)',
    'Mon Jan 15 00:00:00 2024',
    'Mon Jan 15 00:00:00 UTC 2024',
    'Sunday, January 14, 2024 7:00 PM EST',
    '1705276800',
    '1705276800000',
    '1705276800000000',
    '1705276800.0',
    '45306',
    '15/01/2024',
    '2024-01-15\u00a000:00',
  ])('%s is 15 January 2024', (text) =>
    expect(iso(text, 'day-first')).toBe('2024-01-15T00:00:00.000Z'),
  )
})

test.each([
  ['2024-01-15 10:30:00.123456+00', '2024-01-15T10:30:00.123Z'],
  ['2024-01-16 11:30:00+0100', '2024-01-16T10:30:00.000Z'],
  ['2022-04-10_18-34-28', '2022-04-10T18:34:28.000Z'],
  ['2023-03-24 10:23:10 UTC', '2023-03-24T10:23:10.000Z'],
  ['2024-07-15 10:00 CEST', '2024-07-15T08:00:00.000Z'],
  ['Jul 15, 2024 10:00 am (CEST)', '2024-07-15T08:00:00.000Z'],
  ['2009-11-10 23:00:00 +0000 UTC', '2009-11-10T23:00:00.000Z'],
  ['2024-07-15 10:00:00 America/New_York', '2024-07-15T14:00:00.000Z'],
  ['45306.5', '2024-01-15T12:00:00.000Z'],
  ['12/31/2024 1:05 PM', '2024-12-31T13:05:00.000Z', 'month-first'],
  ['31/12/2024 13:05', '2024-12-31T13:05:00.000Z', 'day-first'],
  ['31-12-2024', '2024-12-31T00:00:00.000Z', 'day-first'],
  ['05/05/2024', '2024-05-05T00:00:00.000Z', 'unknown'],
] as const)('%s is %s', (text, expected, order: DateOrder = 'unknown') =>
  expect(iso(text, order)).toBe(expected),
)

test.each([
  '',
  ' ',
  '-',
  'N/A',
  'null',
  'NULL',
  '\\N',
  '0',
  '0000-00-00',
  '0000-00-00 00:00:00',
  '0001-01-01T00:00:00Z',
])('%j is no date', (text) => expect(readDate(text)).toBeNull())

test.each<[string, string, DateOrder?]>([
  ['2023-02-29', 'no-such-day'],
  ['2024-02-30 10:00', 'no-such-day'],
  ['31.04.2024', 'no-such-day'],
  ['February 30, 2024', 'no-such-day'],
  ['31/04/2024', 'no-such-day', 'day-first'],
  ['2024-13-01', 'unreadable'],
  ['2024-01-15 25:00', 'unreadable'],
  ['2024-01-15 13:00 PM', 'unreadable'],
  ['2024-01-15 10:00 CST', 'unreadable'],
  ['2024-01-15 10:00 (CST)', 'unreadable'],
  ['2024-01-15 10:00 Nowhere/Land', 'unreadable'],
  ['2024-03-31 02:30 Europe/Amsterdam', 'skipped'],
  ['03/04/2024', 'order'],
  ['03/04/2024', 'order', 'mixed'],
  ['15/01/24', 'unreadable'],
  ['1960-01-01', 'unreadable'],
  ['yesterday', 'unreadable'],
  ['123', 'unreadable'],
  ['2024', 'unreadable'],
  ['12 Foo 2024', 'unreadable'],
])('%s is refused as %s', (text, wrong, order = 'unknown') =>
  expect(readDate(text, order)).toEqual({ wrong }),
)

test.each([
  [['03/04/2024', '05/06/2024'], 'unknown'],
  [['03/04/2024', '25/06/2024'], 'day-first'],
  [['03/04/2024', '06/25/2024 10:00 AM'], 'month-first'],
  [['25/04/2024', '06/25/2024'], 'mixed'],
  [['2024-01-15', ''], 'unknown'],
  [['25-04-2024'], 'day-first'],
])('a column of %j is %s', (texts, order) =>
  expect(texts.map(orderOf).reduce(joinOrders, 'unknown')).toBe(order),
)
