import { expect, test } from 'vitest'
import { meet, type Box } from './keep-clear.ts'

const field: Box = { left: 100, top: 100, right: 200, bottom: 150 }

test.each<[string, Partial<Box>, boolean]>([
  ['itself', {}, true],
  ['what covers its corner', { left: 199, top: 149, right: 300, bottom: 300 }, true],
  ['what covers the other corner', { left: 0, top: 0, right: 101, bottom: 101 }, true],
  ['what begins where it ends', { left: 200, right: 300 }, false],
  ['what ends where it begins', { left: 0, right: 100 }, false],
  ['what stands right below', { top: 150, bottom: 200 }, false],
  ['what stands right above', { top: 0, bottom: 100 }, false],
  ['what is as wide and further down', { top: 400, bottom: 450 }, false],
  ['what is as high and further right', { left: 400, right: 500 }, false],
])('on a field lies %s: %j, %s', (_, change, lies) =>
  expect([meet(field, { ...field, ...change }), meet({ ...field, ...change }, field)]).toEqual([
    lies,
    lies,
  ]),
)
