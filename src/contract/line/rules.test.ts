import { expect, test } from 'vitest'
import { campaign } from '#campaign'
import { gainOf } from './line.ts'
import { exampleOf, examplePlace, ruleValues, rulesBy } from './rules.ts'

const terms = campaign.line!.terms

test('[LINE-1] the example stands by the rule: the friend passes one of two, and a tie stays behind who confirmed earlier', () => {
  const { people, named } = exampleOf(terms)
  expect(people.map(({ place, order, friends, key }) => [place, order, friends, key])).toEqual([
    [1, 3, 0, 3],
    [2, 16, 0, 16],
    [3, 41, 1, 16],
    [4, 30, 0, 30],
  ])
  expect(named).toEqual({ later: 41, passed: 30, tied: 16 })
})

test.each([2, 3, 10, 100, 1_000])(
  '[LINE-1] with %i people for a friend the example names who was passed and who was not',
  (perFriend) => {
    const { people, named } = exampleOf({ perFriend })
    const placeOf = (order: number) => people.find((person) => person.order === order)!.place
    expect(new Set(people.map(({ order }) => order)).size).toBe(4)
    expect(named!.later).toBeGreaterThan(named!.passed)
    expect([named!.tied, named!.later, named!.passed].map(placeOf)).toEqual([2, 3, 4])
    expect(people.find(({ order }) => order === named!.later)!.key).toBe(
      named!.later - gainOf(1, { perFriend, cap: 10 }),
    )
  },
)

test.each([0, 1])('[LINE-1] with %i people for a friend the example names nobody', (perFriend) => {
  const { people, named } = exampleOf({ perFriend })
  expect(named).toBeNull()
  expect(people.map(({ order }) => order)).toEqual(
    people.map(({ order }) => order).toSorted((a, b) => a - b),
  )
})

test('[LINE-9] the rules name what the terms have: friends, the order alone, rewards', () => {
  const { list } = campaign.line!.copy.rules.rules
  const titles = (changed: Partial<typeof terms>) =>
    rulesBy(list, { ...terms, ...changed }).map(({ where }) => where ?? 'always')
  expect(titles({})).not.toContain('order')
  expect(titles({ perFriend: 0 })).not.toContain('friends')
  expect(titles({ perFriend: 0 })).toContain('order')
  expect(titles({ rewards: [] })).not.toContain('rewards')
  expect(ruleValues({ ...terms, perFriend: 125, cap: 10 }, 'en')).toMatchObject({
    n: '125',
    most: '1,250',
  })
})

test.each([1, 10, 30, 10_000, 1_000_000])(
  '[LINE-9] the figure of %i people as goal has a place in its line',
  (goal) => {
    const { place, waiting, withOneMore } = examplePlace(terms, goal)
    expect(place).toBeGreaterThanOrEqual(1)
    expect(place).toBeLessThanOrEqual(waiting)
    expect(withOneMore ?? 1).toBeGreaterThanOrEqual(1)
  },
)
